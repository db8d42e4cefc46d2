"""Training steps of ResNet-50 and of a model like GPT-2 in JAX, for peers.py: the layers, loss
and optimizer of inputs/resnet50.py and inputs/gpt2.py, with weights of their shapes."""
import jax
import jax.numpy as jnp
import numpy


def convolution(x, weight, stride=1, padding=0):
    return jax.lax.conv_general_dilated(x, weight, (stride, stride), [(padding, padding)] * 2,
                                        dimension_numbers=("NCHW", "OIHW", "NCHW"))


def batch_norm(x, scale, shift):
    """The norm of training; its running statistics are not kept, which costs next to nothing."""
    mean = x.mean((0, 2, 3), keepdims=True)
    variance = x.var((0, 2, 3), keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale[:, None, None] + shift[:, None, None]


def resnet(weights, x, depths=(3, 4, 6, 3)):
    def layer(x, name, stride=1, padding=0):
        return batch_norm(convolution(x, weights[name], stride, padding), *weights[name + " norm"])

    x = jax.nn.relu(layer(x, "stem", 2, 3))
    x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 1, 3, 3), (1, 1, 2, 2),
                              [(0, 0), (0, 0), (1, 1), (1, 1)])
    for stage, depth in enumerate(depths):
        for block in range(depth):
            name = f"{stage} {block} "
            stride = 2 if block == 0 and stage > 0 else 1
            y = jax.nn.relu(layer(x, name + "reduce"))
            y = jax.nn.relu(layer(y, name + "conv", stride, 1))
            y = layer(y, name + "expand")
            x = jax.nn.relu(y + (layer(x, name + "shortcut", stride) if name + "shortcut" in weights else x))
    return x.mean((2, 3)) @ weights["classify"] + weights["bias"]


def resnet_weights(depths=(3, 4, 6, 3)):
    draw = numpy.random.default_rng(0)
    weights = {}

    def add(name, outputs, inputs, size):
        deviation = (inputs * size * size) ** -0.5
        weights[name] = draw.normal(0, deviation, (outputs, inputs, size, size)).astype("float32")
        weights[name + " norm"] = (numpy.ones(outputs, "float32"), numpy.zeros(outputs, "float32"))

    add("stem", 64, 3, 7)
    inputs = 64
    for stage, depth in enumerate(depths):
        width = 64 * 2 ** stage
        for block in range(depth):
            name = f"{stage} {block} "
            add(name + "reduce", width, inputs, 1)
            add(name + "conv", width, width, 3)
            add(name + "expand", 4 * width, width, 1)
            if block == 0:
                add(name + "shortcut", 4 * width, inputs, 1)
            inputs = 4 * width
    weights["classify"] = draw.normal(0, 0.02, (inputs, 1000)).astype("float32")
    weights["bias"] = numpy.zeros(1000, "float32")
    return weights


def layer_norm(x, scale, shift):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * scale + shift


def gpt2(weights, tokens, heads):
    x = weights["words"][tokens] + weights["places"]
    for block in weights["blocks"]:
        y = layer_norm(x, *block["norm1"])
        q, k, v = jnp.split(y @ block["project"][0] + block["project"][1], 3, axis=-1)
        q, k, v = (t.reshape(*t.shape[:2], heads, -1) for t in (q, k, v))
        y = jax.nn.dot_product_attention(q, k, v, is_causal=True).reshape(x.shape)
        x = x + y @ block["output"][0] + block["output"][1]
        y = layer_norm(x, *block["norm2"]) @ block["widen"][0] + block["widen"][1]
        x = x + jax.nn.gelu(y, approximate=True) @ block["narrow"][0] + block["narrow"][1]
    return layer_norm(x, *weights["norm"]) @ weights["head"]


def gpt2_weights(layers, width, words, length):
    draw = numpy.random.default_rng(0)

    def normal(*shape):
        return draw.normal(0, 0.02, shape).astype("float32")

    def linear(inputs, outputs):
        return normal(inputs, outputs), numpy.zeros(outputs, "float32")

    def norm():
        return numpy.ones(width, "float32"), numpy.zeros(width, "float32")

    blocks = [{"norm1": norm(), "project": linear(width, 3 * width), "output": linear(width, width),
               "norm2": norm(), "widen": linear(width, 4 * width), "narrow": linear(4 * width, width)}
              for _ in range(layers)]
    return {"words": normal(words, width), "places": normal(length, width), "blocks": blocks, "norm": norm(),
            "head": normal(width, words)}


def cross_entropy(scores, targets):
    scores = scores.reshape(-1, scores.shape[-1])
    picked = jnp.take_along_axis(scores, targets.reshape(-1, 1), 1)[:, 0]
    return (jax.nn.logsumexp(scores, axis=1) - picked).mean()


def sgd(weights, state, gradients):
    state = jax.tree.map(lambda m, g: 0.9 * m + g, state, gradients)
    return jax.tree.map(lambda w, m: w - 0.01 * m, weights, state), state


def adamw(weights, state, gradients):
    count, first, second = state
    count = count + 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradients)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradients)

    def update(w, m, v):
        mean, square = m / (1 - 0.9 ** count), v / (1 - 0.999 ** count)
        return w * (1 - 1e-4 * 1e-2) - 1e-4 * mean / (jnp.sqrt(square) + 1e-8)
    return jax.tree.map(update, weights, first, second), (count, first, second)


def training_step(names):
    """A call that takes a step of the program whose names these are."""
    batch = names["BATCH"]
    draw = numpy.random.default_rng(1)
    zeros = lambda weights: jax.tree.map(jnp.zeros_like, weights)  # noqa: E731
    if "images" in names:
        weights = jax.tree.map(jnp.asarray, resnet_weights())
        data = jnp.asarray(names["images"].numpy())
        targets = jnp.asarray(draw.integers(0, 1000, batch))
        forward, update, state = resnet, sgd, zeros(weights)
    else:
        words, length = names["WORDS"], names["LENGTH"]
        weights = jax.tree.map(jnp.asarray, gpt2_weights(names["LAYERS"], names["WIDTH"], words, length))
        data = jnp.asarray(names["tokens"].numpy())
        targets = jnp.asarray(draw.integers(0, words, (batch, length)))
        heads = names["HEADS"]
        forward = lambda weights, tokens: gpt2(weights, tokens, heads)  # noqa: E731
        update, state = adamw, (jnp.zeros(()), zeros(weights), zeros(weights))

    @jax.jit
    def step(weights, state):
        loss, gradients = jax.value_and_grad(lambda w: cross_entropy(forward(w, data), targets))(weights)
        return (loss, *update(weights, state, gradients))

    kept = [weights, state]

    def call():
        loss, *kept[:] = step(*kept)
        return loss.block_until_ready()
    return call
