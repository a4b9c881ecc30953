#!/usr/bin/env python3
# Owns the small recordings of this folder: AEDAT 3.1 with its lists and labels, text, and HDF5 as SHD has it.
# Use: make_recordings.py [FOLDER], with Debian's python3-h5py. Written from the formats' descriptions, not from
# the readers under test. The files are committed; run this again after a change and commit what it made.
import pathlib
import struct
import sys

import h5py
import numpy

HERE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)


# --- AEDAT 3.1 ------------------------------------------------------------------------------------------------------

AEDAT_HEADER = b"#!AER-DAT3.1\r\n#Format: RAW\r\n#Source 1: DVS128\r\n#Start-Time: 2017-01-01 00:00:00 (TZ+0000)\r\n#!END-HEADER\r\n"


def polarity_packet(events, overflow=0):
    """events: (time in us, x, y, polarity, valid)"""
    body = b"".join(
        struct.pack("<II", x << 17 | y << 2 | polarity << 1 | valid, time) for time, x, y, polarity, valid in events
    )
    valid = sum(event[4] for event in events)
    return struct.pack("<hhiiiiii", 1, 1, 8, 4, overflow, len(events), len(events), valid) + body


def special_packet(times):
    body = b"".join(struct.pack("<II", 1, time) for time in times)
    return struct.pack("<hhiiiiii", 0, 1, 8, 4, 0, len(times), len(times), len(times)) + body


def write_aedat(name, packets):
    path = HERE / "gesture" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(AEDAT_HEADER + b"".join(packets))


def write_labels(name, rows):
    lines = ["class,startTime_usec,endTime_usec"] + [",".join(map(str, row)) for row in rows]
    (HERE / "gesture" / name).write_text("\n".join(lines) + "\n")


def make_gestures():
    # Gestures 1 and 11: [1000, 2000) has three valid events, [2000, 2600) has two. 900 and 2600 are in none.
    write_aedat(
        "user01_led.aedat",
        [
            special_packet([5, 6]),
            polarity_packet([(900, 1, 1, 1, 1), (1000, 127, 0, 0, 1), (1500, 3, 4, 1, 0), (1500, 0, 127, 1, 1)]),
            polarity_packet([(1999, 64, 65, 1, 1), (2000, 2, 3, 0, 1)]),
            special_packet([2100]),
            polarity_packet([(2599, 5, 6, 1, 1), (2600, 7, 8, 1, 1)]),
        ],
    )
    write_labels("user01_led_labels.csv", [(1, 1000, 2000), (11, 2000, 2600)])
    # A clock that overflows: 2^31 + 10 us.
    write_aedat(
        "user24_natural.aedat",
        [
            polarity_packet([(2147483600, 10, 11, 1, 1)]),
            polarity_packet([(10, 12, 13, 0, 1)], overflow=1),
        ],
    )
    write_labels("user24_natural_labels.csv", [(8, 2147483600, 2147483700)])
    (HERE / "gesture" / "trials_to_train.txt").write_text("user01_led.aedat\n")
    (HERE / "gesture" / "trials_to_test.txt").write_text("user24_natural.aedat\n\n")


# --- text -----------------------------------------------------------------------------------------------------------


def make_text():
    folder = HERE / "csv_events"
    for name, text in {
        "Train/0/a.csv": "t,x,y,p\n10,0,1,1\n20,3,2,0\n",
        "Train/1/b.csv": "x,t\r\n3,7\r\n0,5\r\n",
        "Train/1/c.csv": "p, t, y, x\n-1, 4294967295, 2, 3",
        "Test/0/d.csv": "t,x,y,p\n0,1,1,-1\n",
        "Test/1/e.csv": "t,x,y,p\n0,2,2,1\n",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


# --- SHD ------------------------------------------------------------------------------------------------------------

WORDS = [  # times in s, units, label
    ([0.0, 0.25, 0.5], [0, 699, 350], 3),
    ([], [], 0),
    ([0.125], [42], 19),
]


def write_words(name, time_type, unit_type, label_type, words=WORDS, drop=(), **options):
    with h5py.File(HERE / name, "w", libver=options.get("libver")) as file:
        count = len(words)
        if "labels" not in drop:
            file.create_dataset("labels", data=numpy.array([word[2] for word in words], dtype=label_type))
        spikes = file.create_group("spikes")
        for key, kind, column in (("times", time_type, 0), ("units", unit_type, 1)):
            if key in drop:
                continue
            lists = spikes.create_dataset(key, (count,), dtype=h5py.vlen_dtype(numpy.dtype(kind)))
            for i, word in enumerate(words):
                lists[i] = numpy.array(word[column], dtype=kind)
        extra = file.create_group("extra")
        extra.create_dataset("keys", data=numpy.array([b"null", b"eins"]))
        extra.create_dataset("speaker", data=numpy.arange(count, dtype="uint16"))


def make_words():
    (HERE / "shd").mkdir(exist_ok=True)
    write_words("shd/words.h5", "float16", "uint16", "uint16")
    write_words("shd/words_wide.h5", "float64", "int64", "int64", libver="latest")
    write_words("shd/no_units.h5", "float32", "uint16", "uint16", drop=("units",))
    write_words("shd/no_labels.h5", "float32", "uint16", "uint16", drop=("labels",))
    write_words("shd/unit_700.h5", "float32", "uint16", "uint16", words=WORDS[:1] + [([0.5, 1.0], [1, 700], 1)])
    write_words("shd/negative_time.h5", "float32", "uint16", "uint16", words=WORDS[:2] + [([0.5, -1.0], [1, 2], 1)])
    write_words("shd/nan_time.h5", "float32", "uint16", "uint16", words=[([float("nan")], [1], 1)])
    write_words("shd/label_20.h5", "float32", "uint16", "uint16", words=WORDS[:1] + [([0.5], [1], 20)])
    write_words("shd/fewer_units.h5", "float32", "uint16", "uint16", words=[([0.5, 0.75], [1], 2)])
    with h5py.File(HERE / "shd/no_lists.h5", "w") as file:
        file["labels"] = numpy.array([1, 2], dtype="uint16")
        file["spikes/times"] = numpy.zeros((2, 3))
        file["spikes/units"] = numpy.zeros((2, 3), dtype="uint16")


if __name__ == "__main__":
    make_gestures()
    make_text()
    make_words()
