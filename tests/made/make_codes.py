#!/usr/bin/env python3
# Owns codes.json: spike trains of latency and delta coding, computed with PyTorch from the definitions of snnTorch
# 0.9.4 (spikegen.latency, spikegen.delta).
# Use: make_codes.py [FILE], with Debian's python3-torch.
import json
import pathlib
import sys

import torch


def latency_times(data, steps, threshold=0.01, tau=1.0, first_spike_time=0, normalize=False, linear=False, epsilon=1e-7):
    if linear:
        slope = steps - 1 - first_spike_time if normalize else tau
        return torch.clamp_max(-slope * (data - 1), -slope * (threshold - 1)) + first_spike_time
    charged = torch.clamp(data, threshold + epsilon)
    times = tau * torch.log(charged / (charged - threshold))
    if first_spike_time > 0:
        times = times + first_spike_time
    if normalize:
        scaled = (times - first_spike_time) * (steps - first_spike_time - 1)
        times = scaled / torch.max(times - first_spike_time) + first_spike_time
    return times


def latency(pixels, steps, clip=False, bypass=False, **options):
    data = torch.tensor(pixels, dtype=torch.float32) / 255
    at = torch.round(latency_times(data, steps, **options)).long()
    if int(at.max()) > steps - 1 and not bypass:
        return None
    keep = at <= steps - 1
    if clip:
        keep &= ~(data < options.get("threshold", 0.01))
    return [[i for i in range(len(pixels)) if int(at[i]) == t and bool(keep[i])] for t in range(steps)]


def delta(pixels, steps, threshold=0.1, padding=False, off_spike=False):
    data = (torch.tensor(pixels, dtype=torch.float32) / 255).reshape(steps, -1)
    first = data[:1] if padding else torch.zeros_like(data[:1])
    change = data - torch.cat((first, data))[:-1]
    width = data.shape[1]
    train = []
    for row in change:
        on = [i for i in range(width) if bool(row[i] >= threshold)]
        off = [width + i for i in range(width) if off_spike and bool(row[i] <= -threshold)]
        train.append(on + off)
    return train


def pictures():
    generator = torch.Generator().manual_seed(7)
    yield list(range(256))
    for _ in range(3):
        yield torch.randint(0, 256, (60,), generator=generator).tolist()
    yield [0, 1, 2, 3, 4, 5, 250, 251, 252, 253, 254, 255]
    yield [128] * 12


LATENCIES = [
    {"steps": 20},
    {"steps": 5, "bypass": True},
    {"steps": 5},
    {"steps": 5, "clip": True, "bypass": True},
    {"steps": 30, "tau": 5, "threshold": 0.2, "bypass": True},
    {"steps": 30, "tau": 5, "threshold": 0.2, "normalize": True},
    {"steps": 30, "tau": 5, "normalize": True, "clip": True, "first_spike_time": 4},
    {"steps": 100, "tau": 2.5, "threshold": 0.05, "first_spike_time": 3, "epsilon": 1e-5},
    {"steps": 10, "tau": 5, "linear": True},
    {"steps": 10, "normalize": True, "linear": True},
    {"steps": 10, "normalize": True, "linear": True, "clip": True, "threshold": 0.5},
    {"steps": 25, "normalize": True, "linear": True, "first_spike_time": 5},
    {"steps": 6, "tau": 5, "linear": True, "threshold": 0.3, "clip": True},
]
DELTAS = [
    {"steps": 4},
    {"steps": 4, "padding": True},
    {"steps": 4, "off_spike": True},
    {"steps": 12, "threshold": 0.5, "padding": True, "off_spike": True},
    {"steps": 2, "threshold": 0.0},
]


def cases():
    for pixels in pictures():
        for options in LATENCIES:
            yield {"code": "latency", "pixels": pixels, "options": options, "train": latency(pixels, **options)}
        for options in DELTAS:
            if len(pixels) % options["steps"] == 0:
                yield {"code": "delta", "pixels": pixels, "options": options, "train": delta(pixels, **options)}


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "codes.json"
    target.write_text("[" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases()) + "]\n")
