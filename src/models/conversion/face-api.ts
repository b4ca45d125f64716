// Builds an ONNX file of the expression network of face-api, which ships weights without a graph.
import { type Initialiser, type Node, writeOnnx } from './onnx.ts'

interface StoredWeights {
  readonly name: string
  readonly shape: readonly number[]
  readonly quantization?: { readonly scale: number; readonly min: number }
}

interface Weights {
  readonly shape: readonly number[]
  readonly numbers: Float32Array
}

const BATCH = 2
const SIDE = 112
const EXPRESSIONS = 7
/** Means that are subtracted from red, green and blue before anything else. */
const MEANS = [122.782, 117.001, 104.298] as const
const BLOCKS = ['dense0', 'dense1', 'dense2', 'dense3'] as const

/** The network takes two pictures, bytes divided by 255, and gives seven logits for each. */
export function convertFaceApiExpression(bytes: Uint8Array, description: Uint8Array): Uint8Array {
  const drawing = new Drawing(readWeights(bytes, description))
  let value = drawing.node('Sub', [
    'input',
    drawing.constant(
      'means',
      [1, 3, 1, 1],
      MEANS.map((mean) => mean / 255),
    ),
  ])
  for (const block of BLOCKS) value = drawing.block(value, block)
  value = drawing.node('GlobalAveragePool', [value])
  value = drawing.node('Flatten', [value])
  const last = drawing.node('MatMul', [value, drawing.kept('fc/weights')])
  return drawing.finish(drawing.node('Add', [last, drawing.kept('fc/bias')]))
}

class Drawing {
  readonly #weights: ReadonlyMap<string, Weights>
  readonly #nodes: Node[] = []
  readonly #initialisers: Initialiser[] = []

  constructor(weights: ReadonlyMap<string, Weights>) {
    this.#weights = weights
  }

  /** Four convolutions, each fed with the sum of all before it; the first halves the picture. */
  block(input: string, name: string): string {
    const first = this.node('Relu', [this.#convolution(input, `${name}/conv0`, 2)])
    let sum = first
    for (const layer of ['conv1', 'conv2', 'conv3']) {
      const fed = sum === first ? first : this.node('Relu', [sum])
      sum = this.node('Add', [sum, this.#convolution(fed, `${name}/${layer}`, 1)])
    }
    return this.node('Relu', [sum])
  }

  #convolution(input: string, name: string, stride: number): string {
    // The graph it was trained in pads an even picture on the right and below only.
    const attributes = { strides: [stride, stride], pads: stride === 1 ? [1, 1, 1, 1] : [0, 0, 1, 1] }
    const bias = this.kept(`${name}/bias`)
    if (this.#weights.has(`${name}/filters`))
      return this.node('Conv', [input, this.#filters(`${name}/filters`, [3, 2, 0, 1]), bias], attributes)
    const depthwise = this.#filters(`${name}/depthwise_filter`, [2, 3, 0, 1])
    const group = this.#find(`${name}/depthwise_filter`).shape[2] ?? 1
    const spread = this.node('Conv', [input, depthwise], { ...attributes, group })
    return this.node('Conv', [spread, this.#filters(`${name}/pointwise_filter`, [3, 2, 0, 1]), bias])
  }

  node(type: string, inputs: readonly string[], attributes: Node['attributes'] = {}): string {
    const output = `value ${this.#nodes.length}`
    this.#nodes.push({ type, inputs, output, attributes })
    return output
  }

  kept(name: string): string {
    const { shape, numbers } = this.#find(name)
    return this.constant(name, shape, numbers)
  }

  constant(name: string, shape: readonly number[], numbers: ArrayLike<number>): string {
    this.#initialisers.push({ name, shape, numbers: Float32Array.from(numbers) })
    return name
  }

  /** Permutes the axes from height, width, in, out to the given order. */
  #filters(name: string, order: readonly [number, number, number, number]): string {
    const { shape, numbers } = this.#find(name)
    const sizes = order.map((axis) => shape[axis] ?? 1)
    const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1))
    const [a = 1, b = 1, c = 1, d = 1] = sizes
    const [sa = 0, sb = 0, sc = 0, sd = 0] = order.map((axis) => strides[axis] ?? 0)
    const turned = new Float32Array(numbers.length)
    let at = 0
    for (let i = 0; i < a; i++)
      for (let j = 0; j < b; j++)
        for (let k = 0; k < c; k++)
          for (let l = 0; l < d; l++) turned[at++] = numbers[i * sa + j * sb + k * sc + l * sd] ?? 0
    return this.constant(name, sizes, turned)
  }

  #find(name: string): Weights {
    const found = this.#weights.get(name)
    if (found) return found
    throw new Error(`the network lacks its weights ${name}`)
  }

  finish(last: string): Uint8Array {
    this.#nodes.push({ type: 'Identity', inputs: [last], output: 'logits', attributes: {} })
    return writeOnnx({
      nodes: this.#nodes,
      initialisers: this.#initialisers,
      inputs: [{ name: 'input', type: 'float32', shape: [BATCH, 3, SIDE, SIDE] }],
      outputs: [{ name: 'logits', type: 'float32', shape: [BATCH, EXPRESSIONS] }],
    })
  }
}

/** Weights follow each other in the order of the description, as bytes to be scaled or as floats. */
function readWeights(bytes: Uint8Array, description: Uint8Array): Map<string, Weights> {
  const [group] = JSON.parse(new TextDecoder().decode(description)) as { weights: StoredWeights[] }[]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const weights = new Map<string, Weights>()
  let at = 0
  for (const { name, shape, quantization } of group?.weights ?? []) {
    const count = shape.reduce((product, size) => product * size, 1)
    const numbers = new Float32Array(count)
    for (let i = 0; i < count; i++)
      numbers[i] = quantization
        ? view.getUint8(at + i) * quantization.scale + quantization.min
        : view.getFloat32(at + 4 * i, true)
    weights.set(name, { shape, numbers })
    at += quantization ? count : 4 * count
  }
  if (at !== bytes.length) throw new Error('the weights are not as long as their description says')
  return weights
}
