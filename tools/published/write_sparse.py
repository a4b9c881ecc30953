#!/usr/bin/env python3
# Owns the networks and runs of the published benchmarks multi_layer and multi_neuron: writes them.
"""Use: write_sparse.py CONFIGS [--check]     e.g. configs

Each is a network, CONFIGS/networks/sparse/NAME.yaml, and its run, CONFIGS/runs/sparse/NAME.yaml. With --check it
writes nothing and names the files that are not as it would write them. Source: the benchmark scripts of the published
sparse SNN training code for IPUs; docs/models.md says what the series are.
"""

import pathlib
import sys
from dataclasses import dataclass

TILES = 1471  # of 1472 one stays free
LAYER_ACTIVITIES = ["0.5", "01", "02", "2.5", "05", "10", "20", "25", "50"]  # per cent of a layer
NEURON_ACTIVITIES = ["01", "2.5", "05", "10"]


@dataclass(frozen=True)
class Recordings:
    """A data set: its name in files and in sentences, its inputs, and the lines of a run's section."""

    key: str
    name: str
    inputs: int
    capacity: int  # input spikes a time step
    classes: int
    section: str
    note: str


PICTURES = "/usr/share/datasets/fashion-mnist"
GENERATED = f"""\
  kind: generated_events
  train_images: {PICTURES}/train-images-idx3-ubyte.gz
  train_labels: {PICTURES}/train-labels-idx1-ubyte.gz
  test_images: {PICTURES}/t10k-images-idx3-ubyte.gz
  test_labels: {PICTURES}/t10k-labels-idx1-ubyte.gz
  classes: 10
"""
CAMERA_EVENTS = "  encoding: {name: events, bin_us: 1000, denoise_us: 10000, unique: true}\n"
PLAIN_EVENTS = "  encoding: {name: events, bin_us: 1000, denoise_us: 0, unique: true}\n"
IN_PLACE = "on generated events in the place of N-MNIST"

NMNIST = Recordings("nmnist", "N-MNIST", 2312, 32, 10, GENERATED + CAMERA_EVENTS, IN_PLACE)
NMNIST_24 = Recordings("nmnist", "N-MNIST cut to 24 x 24 pixels", 1152, 32, 10,
                       GENERATED + "  window: 24\n" + CAMERA_EVENTS, IN_PLACE)
SHD = Recordings("shd", "Spiking Heidelberg Digits", 700, 48, 20,
                 "  kind: shd\n  train: shd_train.h5\n  test: shd_test.h5\n  classes: 20\n" + PLAIN_EVENTS,
                 "on Spiking Heidelberg Digits.\n"
                 "# Bring the data: --set dataset.train=FILE --set dataset.test=FILE, or the files beside this one")
DVS = Recordings("dvs", "DVS128 Gesture at 48 x 48 pixels", 4608, 64, 11,
                 "  kind: dvs_gesture\n  root: DvsGesture\n  side: 48\n" + PLAIN_EVENTS,
                 "on DVS128 Gesture.\n# Bring the data: --set dataset.root=FOLDER, or the folder beside this file")


@dataclass(frozen=True)
class Point:
    """One network and its run."""

    series: str
    recordings: Recordings
    neurons_per_tile: int
    hidden: int
    activity: str
    time_steps: int
    batch: int
    optimizer: str

    @property
    def name(self):
        tiles = f"{self.neurons_per_tile}npt_" if self.series == "multi_neuron" else ""
        return f"{self.series}_{self.recordings.key}_{tiles}{self.hidden}hid_{self.activity}"

    @property
    def words(self):
        lists = f"lists for {float(self.activity):g} % of a layer"
        return f"{self.hidden} hidden layers, {self.neurons_per_tile} neurons a tile, {lists}"

    def sizes(self):
        """The output layer takes what tiles it needs, the hidden ones share the rest evenly."""
        output_tiles = -(-self.recordings.classes // self.neurons_per_tile)
        share, more = divmod(TILES - output_tiles, self.hidden)
        return [(share + (layer < more)) * self.neurons_per_tile for layer in range(self.hidden)]

    def capacity(self, size):
        return 2 * int(float(self.activity) / 100 * size / 2)


def layer_lines(name, size, delay, capacity):
    return (f"  - name: {name}\n    size: {size}\n"
            f"    projection: {{bias: false, delay: {delay}}}\n"
            f"    list: {{rule: spikes_first, capacity: {capacity}, second_threshold: 0.9}}\n")


def network_text(point):
    recordings = point.recordings
    text = f"""\
# {recordings.name}: {point.words}.
input: {{size: {recordings.inputs}, capacity: {recordings.capacity}}}
time_steps: {point.time_steps}
batch: {point.batch}
seed: 1
init: {{scale: 2.0, offset: 0.001}}
defaults:
  neuron:
    model: SparseLeaky
    beta: 0.95
    threshold: 1
    gain: 10
    surrogate: {{name: fast_sigmoid, slope: 10}}
layers:
"""
    for layer, size in enumerate(point.sizes()):
        text += layer_lines(f"hidden{layer}", size, min(layer, 1), point.capacity(size))
    classes = recordings.classes
    text += layer_lines("output", classes, 1, max(point.capacity(classes), 2))
    return text + f"loss: {{name: ce_count}}\noptimizer: {point.optimizer}\n"


def run_text(point):
    return f"""\
# The published benchmark {point.series}: {point.words},
# {point.recordings.note}.
machine: bow
network: ../../networks/sparse/{point.name}.yaml

dataset:
{point.recordings.section}
mapping:
  program: sparse_bptt
  variant: final
  neurons_per_tile: {point.neurons_per_tile}
  merge_library_steps: false

run:
  steps: 1
  order: shuffled
  seed: 1
"""


def points():
    for recordings, time_steps in ((NMNIST, 100), (SHD, 100), (DVS, 50)):
        for hidden in (2, 3, 4, 5):
            for activity in LAYER_ACTIVITIES:
                yield Point("multi_layer", recordings, 2, hidden, activity, time_steps, 48,
                            "{name: Adam, lr: 0.001}")
    for recordings in (NMNIST_24, SHD):
        for neurons_per_tile in (2, 4, 8, 16, 32):
            for depth in (2, 3, 4):
                for activity in NEURON_ACTIVITIES:
                    yield Point("multi_neuron", recordings, neurons_per_tile,
                                depth * neurons_per_tile // 2, activity, 10, 24, "{name: SGD, lr: 0.003}")


def files(configs):
    for point in points():
        yield configs / "networks" / "sparse" / f"{point.name}.yaml", network_text(point)
        yield configs / "runs" / "sparse" / f"{point.name}.yaml", run_text(point)


def unequal(configs):
    """Files that are missing, other or nobody's."""
    wanted = dict(files(configs))
    found = {file for series in ("multi_layer", "multi_neuron") for file in configs.glob(f"*/sparse/{series}_*.yaml")}
    return sorted((found - wanted.keys()) |
                  {file for file, text in wanted.items() if file not in found or file.read_text() != text})


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.strip())
        sys.exit(0 if arguments in (["-h"], ["--help"]) else 2)
    configs = pathlib.Path(arguments[0])
    if "--check" in sys.argv:
        for file in unequal(configs):
            print(f"{file}: is not what tools/published/write_sparse.py writes")
        sys.exit(1 if unequal(configs) else 0)
    for file, text in files(configs):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


if __name__ == "__main__":
    main()
