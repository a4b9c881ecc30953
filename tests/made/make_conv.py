#!/usr/bin/env python3
# Owns the reference cases of convolutions in this folder, conv/. Use: make_conv.py [FOLDER], with Debian's python3-torch.
# Plain PyTorch with autograd, in the format of tests/data/reference/snntorch/README.md; that folder's EQUATIONS.md has the neuron.
import json
import pathlib
import sys

import torch
from torch.nn import functional

HERE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent) / "conv"
MARGIN = 2e-5  # no decision of a spike or of a maximum is closer to a tie
SLOPE = 10.0
SGD = {"lr": 0.1}
ADAM = {"lr": 0.001, "betas": [0.9, 0.999], "eps": 1e-8}


class Spike(torch.autograd.Function):
    """Heaviside forward, fast sigmoid backward."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x > 0).to(x.dtype)

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient / (SLOPE * x.abs() + 1) ** 2


def conv(shape, channels, kernel, stride=(1, 1), padding=(0, 0), pool=None, pool_size=(1, 1), **neuron):
    spec = {"in_shape": list(shape), "channels": channels, "kernel": list(kernel), "stride": list(stride),
            "padding": list(padding)}
    if pool:
        spec["pool"] = {"kind": pool, "size": list(pool_size)}
    rows, columns = ((shape[i + 1] + 2 * padding[i] - kernel[i]) // stride[i] + 1 for i in (0, 1))
    out = (channels, rows // pool_size[0], columns // pool_size[1])
    return {"conv": spec, "in": shape[0] * shape[1] * shape[2], "out": out[0] * out[1] * out[2], "shape": out, **neuron}


def dense(inputs, outputs, **neuron):
    return {"in": inputs, "out": outputs, **neuron}


class Network:
    """One forward pass; keeps spikes, membranes and the least distance of any decision to a tie."""

    def __init__(self, case, params, dtype):
        self.case = case
        self.params = {name: value.detach().clone().to(dtype).requires_grad_() for name, value in params.items()}
        self.margin = float("inf")

    def current(self, index, layer, spikes):
        name = layer["name"]
        weight, bias = self.params[name + ".weight"], self.params.get(name + ".bias")
        if "conv" not in layer:
            return functional.linear(spikes, weight, bias)
        spec = layer["conv"]
        sums = functional.conv2d(spikes.reshape(-1, *spec["in_shape"]), weight, bias, spec["stride"], spec["padding"])
        pool = spec.get("pool")
        if pool:
            sums = self.pooled(sums, pool)
        return sums.flatten(1)

    def pooled(self, sums, pool):
        if pool["kind"] == "average":
            return functional.avg_pool2d(sums, pool["size"])
        if pool["kind"] == "sum":
            return functional.avg_pool2d(sums, pool["size"]) * (pool["size"][0] * pool["size"][1])
        size = pool["size"]
        windows = sums.detach().unfold(2, size[0], size[0]).unfold(3, size[1], size[1]).flatten(4)
        best = windows.topk(2, dim=-1).values
        gap = (best[..., 0] - best[..., 1]).flatten()
        near = gap[gap > 0]  # equal sums are of equal inputs: the first is chosen
        if len(near):
            self.margin = min(self.margin, float(near.min()))
        return functional.max_pool2d(sums, size)

    def run(self, inputs):
        layers = self.case["layers"]
        mem = [torch.zeros(inputs.shape[1], layer["out"], dtype=inputs.dtype) for layer in layers]
        self.spikes, self.mem = [[] for _ in layers], [[] for _ in layers]
        for step in range(inputs.shape[0]):
            for i, layer in enumerate(layers):
                sent, at = inputs if i == 0 else self.spikes[i - 1], step - layer.get("delay", 0)
                heard = sent[at] if at >= 0 else torch.zeros(inputs.shape[1], layer["in"], dtype=inputs.dtype)
                threshold = layer["threshold"]
                reset = (mem[i] > threshold).to(inputs.dtype).detach()
                if layer["reset"] == "zero":
                    mem[i] = layer["beta"] * (1 - reset) * mem[i] + self.current(i, layer, heard)
                else:
                    mem[i] = layer["beta"] * mem[i] + self.current(i, layer, heard) - reset * threshold
                self.margin = min(self.margin, float((mem[i].detach() - threshold).abs().min()))
                self.spikes[i].append(Spike.apply(mem[i] - threshold))
                self.mem[i].append(mem[i])
        return torch.stack(self.spikes[-1])

    def loss(self, inputs, targets):
        record, loss = self.run(inputs), self.case["loss"]
        if loss["name"] == "ce_rate":
            return sum(functional.cross_entropy(step, targets) for step in record) / len(record)
        counts = record.sum(0)
        if "num_classes" in loss:
            counts = counts.reshape(len(counts), loss["num_classes"], -1).sum(2)
        return functional.cross_entropy(counts, targets)


def rounded(layer):
    """Hyper-parameters as float32 has them."""
    return {**layer, **{key: float(torch.tensor(layer[key], dtype=torch.float32)) for key in ("beta", "threshold")}}


def numbers(tensor, digits):
    return {"shape": list(tensor.shape), "data": [float(f"{value:.{digits}g}") for value in tensor.flatten().tolist()]}


def tensors(values, digits=9):
    return {name: numbers(value.detach(), digits) for name, value in values.items()}


def trains(spikes):
    return [[torch.nonzero(sample).flatten().tolist() for sample in step] for step in spikes]


def stepped(params, gradients, optimizer):
    copies = {name: value.clone().requires_grad_() for name, value in params.items()}
    for name, copy in copies.items():
        copy.grad = gradients[name].clone()
    optimizer(list(copies.values())).step()
    return {name: copy.detach() for name, copy in copies.items()}


def sgd(values):
    return torch.optim.SGD(values, lr=SGD["lr"])


def adam(values):
    return torch.optim.Adam(values, lr=ADAM["lr"], betas=tuple(ADAM["betas"]), eps=ADAM["eps"])


def sensitive(gradient, wide):
    """Where float32's error of the gradient can change Adam's first step."""
    slip = 1e-4 * float(gradient.abs().max()) if len(gradient) else 0.0

    def step(value):
        return value / (value.abs() + ADAM["eps"])

    flat = wide.flatten()
    moved = (step(flat + slip) - step(flat - slip)).abs() > 0.005
    exact = (flat == 0) & (gradient.flatten() == 0)
    return torch.nonzero(moved & ~exact).flatten().tolist()


def make_params(case, generator):
    params = {}
    for layer in case["layers"]:
        spec = layer.get("conv")
        if spec:
            shape = (spec["channels"], spec["in_shape"][0], *spec["kernel"])
        else:
            shape = (layer["out"], layer["in"])
        inputs = torch.Size(shape[1:]).numel()
        gain = layer.pop("gain", 1.5)
        params[layer["name"] + ".weight"] = (torch.rand(shape, generator=generator) * 2 - 0.6) * gain / inputs ** 0.5
        if layer["bias"]:
            params[layer["name"] + ".bias"] = torch.rand(shape[:1], generator=generator) * 0.2
    return params


def steps_of(case, params, inputs, targets, count):
    """Several SGD steps on one batch."""
    values = {name: value.clone() for name, value in params.items()}
    losses, totals, margin = [], [], float("inf")
    for _ in range(count):
        network = Network(case, values, torch.float32)
        loss = network.loss(inputs, targets)
        loss.backward()
        margin = min(margin, network.margin)
        losses.append(float(f"{loss.item():.9g}"))
        totals.append([int(torch.stack(spikes).sum()) for spikes in network.spikes])
        values = stepped(values, {name: value.grad for name, value in network.params.items()}, sgd)
    return margin, {"config": {"optimizer": "sgd", **SGD, "steps": count}, "losses": losses, "spike_totals": totals,
                    "params": tensors(values)}


def attempt(case, seed):
    generator = torch.Generator().manual_seed(seed)
    layers = [dict(layer) for layer in case["layers"]]
    drawn = {**case, "layers": layers}
    params = make_params(drawn, generator)
    inputs = (torch.rand(case["T"], case["batch"], layers[0]["in"], generator=generator) < case["rate"]).float()
    classes = case["loss"].get("num_classes", layers[-1]["out"])
    targets = torch.randint(classes, (case["batch"],), generator=generator)
    narrow, wide = Network(drawn, params, torch.float32), Network(drawn, params, torch.float64)
    loss, loss_wide = narrow.loss(inputs, targets), wide.loss(inputs.double(), targets)
    loss.backward()
    loss_wide.backward()
    margin = min(narrow.margin, wide.margin)
    several = None
    if case["steps"]:
        several_margin, several = steps_of(drawn, params, inputs, targets, case["steps"])
        margin = min(margin, several_margin)
    rates = [float(torch.stack(spikes).mean()) for spikes in narrow.spikes]
    if margin < MARGIN or min(rates) < 0.05 or max(rates) > 0.75:
        return None
    return drawn, params, inputs, targets, narrow, wide, loss, loss_wide, margin, rates, several


def expected(drawn, params, narrow, wide, loss, loss_wide, several):
    gradients = {name: value.grad for name, value in narrow.params.items()}
    gradients_wide = {name: value.grad for name, value in wide.params.items()}
    record = torch.stack(narrow.spikes[-1]).detach().sum(0)
    kind = "spike_count"
    if "num_classes" in drawn["loss"]:
        kind = "spike_count_per_class"
        record = record.reshape(len(record), drawn["loss"]["num_classes"], -1).sum(2)
    result = {
        "layers": [{"spikes": trains(spikes), "mem": numbers(torch.stack(mem).detach(), 9)}
                   for spikes, mem in zip(narrow.spikes, narrow.mem)],
        "output": {"kind": kind, "value": numbers(record, 9)},
        "loss": float(f"{loss.item():.9g}"),
        "loss_f64": float(f"{loss_wide.item():.15g}"),
        "grads": tensors(gradients),
        "grads_f64": tensors(gradients_wide, 12),
        "after_sgd": tensors(stepped(params, gradients, sgd)),
        "after_adam": tensors(stepped(params, gradients, adam)),
        "adam_sensitive": {name: sensitive(gradients[name], gradients_wide[name]) for name in gradients},
    }
    if several:
        result["multi_step"] = several
    return result


def layer_entry(layer):
    entry = {"model": "Leaky", "in": layer["in"], "out": layer["out"], "bias": layer["bias"], "beta": layer["beta"],
             "threshold": layer["threshold"], "reset": layer["reset"],
             "surrogate": {"name": "fast_sigmoid", "slope": SLOPE}}
    for key in ("conv", "delay"):
        if key in layer:
            entry[key] = layer[key]
    return entry


def make(name, description, layers, T, batch, loss, rate=0.4, steps=0):
    defaults = {"beta": 0.5, "threshold": 1.0, "reset": "subtract", "bias": True}
    named = [rounded({**defaults, "name": ("conv" if "conv" in layer else "fc") + str(i), **layer})
             for i, layer in enumerate(layers)]
    case = {"layers": named, "T": T, "batch": batch, "loss": loss, "rate": rate, "steps": steps}
    for seed in range(1, 2000):
        found = attempt(case, seed)
        if found:
            break
    else:
        raise SystemExit(name + ": no seed without near ties")
    drawn, params, inputs, targets, narrow, wide, loss_value, loss_wide, margin, rates, several = found
    result = {
        "format": "snn-reference-1", "name": name, "set": "convolution", "description": description,
        "source": {"kind": "torch", "torch": torch.__version__, "dtype": "float32"}, "seed": seed, "T": T, "batch": batch,
        "layer_sizes": [named[0]["in"]] + [layer["out"] for layer in named],
        "layers": [layer_entry(layer) for layer in drawn["layers"]], "loss": loss,
        "optimizers": {"sgd": SGD, "adam": ADAM}, "targets": targets.tolist(), "input_spikes": trains(inputs),
        "params": tensors(params),
        "expected": expected(drawn, params, narrow, wide, loss_value, loss_wide, several),
        "diagnostics": {"spike_rates": [round(rate, 4) for rate in rates], "margin": float(f"{margin:.3g}")},
    }
    HERE.mkdir(exist_ok=True)
    (HERE / (name + ".json")).write_text(json.dumps(result, separators=(",", ":")) + "\n")
    print(name, "seed", seed, "rates", result["diagnostics"]["spike_rates"], "margin", result["diagnostics"]["margin"])


def main():
    torch.set_num_threads(1)
    make("c01_max", "Largest of 2 x 2 behind 3 x 3 kernels; maps of an odd number of neurons",
         [conv((1, 8, 8), 4, (3, 3), pool="max", pool_size=(2, 2)), dense(36, 5)], 4, 2, {"name": "ce_count"})
    make("c02_average", "Mean of 2 x 2, padding, an odd number of channels, no bias, reset to zero",
         [conv((1, 8, 8), 3, (5, 5), padding=(2, 2), pool="average", pool_size=(2, 2), bias=False, reset="zero", gain=1.5),
          dense(48, 4)], 4, 3, {"name": "ce_rate"})
    make("c03_strides", "Two input channels, strides, unequal kernels and padding, pooling by sums, no pooling",
         [conv((2, 9, 8), 5, (3, 3), stride=(2, 2), padding=(1, 1)),
          conv((5, 5, 4), 6, (2, 3), stride=(1, 2), padding=(1, 0), pool="sum", pool_size=(2, 1), gain=0.8),
          dense(18, 4)], 4, 2, {"name": "ce_count"})
    make("c04_stack", "Two convolutions with max pooling and a dense readout, several steps",
         [conv((1, 14, 14), 3, (5, 5), pool="max", pool_size=(2, 2), gain=0.7),
          conv((3, 5, 5), 6, (2, 2), pool="max", pool_size=(2, 2), gain=0.8), dense(24, 6, gain=1.0)], 5, 2, {"name": "ce_count"}, steps=3)
    make("c05_output", "A convolution as output, its channels the classes of a population code",
         [conv((1, 6, 7), 5, (2, 2), pool="average", pool_size=(1, 2), gain=2.0), conv((5, 5, 3), 3, (3, 1), gain=1.5)],
         4, 2, {"name": "ce_count", "num_classes": 3})
    make("c06_floor", "Windows that leave rows and columns of their maps out: the largest, then the mean",
         [conv((1, 12, 13), 4, (2, 2), pool="max", pool_size=(2, 2), gain=1.0),
          conv((4, 5, 6), 5, (2, 2), pool="average", pool_size=(3, 2), gain=1.2), dense(10, 4)], 4, 2, {"name": "ce_count"})
    make("c07_floor_sum", "Windows of unequal sides that leave a row and columns out: sums, behind strides and padding",
         [conv((2, 10, 11), 5, (3, 3), stride=(2, 1), padding=(1, 1), pool="sum", pool_size=(2, 3), gain=0.4), dense(30, 4)],
         4, 3, {"name": "ce_rate"})
    make("c08_delays", "Spikes that take 1, 2 and 3 time steps, from the input, between convolutions, to a dense layer",
         [conv((1, 7, 8), 4, (3, 3), pool="max", pool_size=(2, 2), gain=1.2, delay=1),
          conv((4, 2, 3), 5, (2, 2), padding=(1, 0), delay=2, gain=1.3), dense(30, 4, delay=3)], 9, 2, {"name": "ce_count"}, steps=2)


main()
