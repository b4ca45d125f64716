// The numbers of TFLite's public schema: operators, element types, and the options of the operators that can be converted.

/** Field of the options table, its type, and its default. */
type Option = readonly [field: number, kind: 'int8' | 'int32' | 'float32' | 'list', otherwise?: number]

/** Operators of the schema by their number; the gaps are operators that none of our networks uses. */
export const operatorNames: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries({
    0: 'ADD AVERAGE_POOL_2D CONCATENATION CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE DEQUANTIZE EMBEDDING_LOOKUP',
    8: 'FLOOR FULLY_CONNECTED HASHTABLE_LOOKUP L2_NORMALIZATION L2_POOL_2D LOCAL_RESPONSE_NORMALIZATION LOGISTIC',
    15: 'LSH_PROJECTION LSTM MAX_POOL_2D MUL RELU RELU_N1_TO_1 RELU6 RESHAPE RESIZE_BILINEAR RNN SOFTMAX',
    26: 'SPACE_TO_DEPTH SVDF TANH CONCAT_EMBEDDINGS SKIP_GRAM CALL CUSTOM EMBEDDING_LOOKUP_SPARSE PAD',
    36: 'GATHER BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND TRANSPOSE MEAN SUB DIV SQUEEZE UNIDIRECTIONAL_SEQUENCE_LSTM',
    45: 'STRIDED_SLICE BIDIRECTIONAL_SEQUENCE_RNN EXP TOPK_V2 SPLIT LOG_SOFTMAX DELEGATE',
    53: 'CAST PRELU MAXIMUM ARG_MAX MINIMUM LESS NEG PADV2 GREATER GREATER_EQUAL LESS_EQUAL SELECT SLICE SIN',
    67: 'TRANSPOSE_CONV SPARSE_TO_DENSE TILE EXPAND_DIMS EQUAL NOT_EQUAL LOG SUM SQRT RSQRT SHAPE POW ARG_MIN',
    80: 'FAKE_QUANT REDUCE_PROD REDUCE_MAX PACK LOGICAL_OR ONE_HOT LOGICAL_AND LOGICAL_NOT UNPACK REDUCE_MIN',
    90: 'FLOOR_DIV REDUCE_ANY SQUARE ZEROS_LIKE FILL FLOOR_MOD RANGE RESIZE_NEAREST_NEIGHBOR LEAKY_RELU',
    99: 'SQUARED_DIFFERENCE MIRROR_PAD ABS SPLIT_V UNIQUE CEIL REVERSE_V2 ADD_N GATHER_ND COS WHERE RANK ELU',
    114: 'QUANTIZE MATRIX_SET_DIAG ROUND HARD_SWISH IF WHILE',
    123: 'SELECT_V2 DENSIFY SEGMENT_SUM BATCH_MATMUL',
    130: 'BROADCAST_TO',
    150: 'GELU',
  }).flatMap(([first, names]) => names.split(' ').map((name, index) => [Number(first) + index, name])),
)

export const customOperator = 'CUSTOM'

/** Element types that can occur in a file, by number. */
export const elementTypes = {
  0: 'float32',
  1: 'float16',
  2: 'int32',
  3: 'uint8',
  4: 'int64',
  6: 'bool',
  7: 'int16',
  9: 'int8',
} as const satisfies Readonly<Record<number, string>>

export type ElementType = (typeof elementTypes)[keyof typeof elementTypes]

const window = { padding: [0, 'int8'], strideW: [1, 'int32'], strideH: [2, 'int32'] } as const
const arithmetic = { activation: [0, 'int8'] } as const
const reduction = { keepDims: [0, 'int8'] } as const

export const optionFields: Readonly<Record<string, Readonly<Record<string, Option>>>> = {
  ADD: arithmetic,
  SUB: arithmetic,
  MUL: arithmetic,
  DIV: arithmetic,
  CONV_2D: { ...window, activation: [3, 'int8'], dilationW: [4, 'int32', 1], dilationH: [5, 'int32', 1] },
  DEPTHWISE_CONV_2D: {
    ...window,
    activation: [4, 'int8'],
    dilationW: [5, 'int32', 1],
    dilationH: [6, 'int32', 1],
  },
  TRANSPOSE_CONV: { ...window, activation: [3, 'int8'] },
  AVERAGE_POOL_2D: { ...window, filterW: [3, 'int32'], filterH: [4, 'int32'], activation: [5, 'int8'] },
  MAX_POOL_2D: { ...window, filterW: [3, 'int32'], filterH: [4, 'int32'], activation: [5, 'int8'] },
  FULLY_CONNECTED: { activation: [0, 'int8'], weightsFormat: [1, 'int8'] },
  BATCH_MATMUL: { adjointX: [0, 'int8'], adjointY: [1, 'int8'] },
  CONCATENATION: { axis: [0, 'int32'], activation: [1, 'int8'] },
  RESHAPE: { shape: [0, 'list'] },
  SQUEEZE: { axes: [0, 'list'] },
  STRIDED_SLICE: {
    beginMask: [0, 'int32'],
    endMask: [1, 'int32'],
    ellipsisMask: [2, 'int32'],
    newAxisMask: [3, 'int32'],
    shrinkMask: [4, 'int32'],
    endIsOffset: [5, 'int8'],
  },
  MEAN: reduction,
  SUM: reduction,
  REDUCE_MAX: reduction,
  REDUCE_MIN: reduction,
  SOFTMAX: { beta: [0, 'float32'] },
  LEAKY_RELU: { alpha: [0, 'float32'] },
  RESIZE_BILINEAR: { alignCorners: [2, 'int8'], halfPixelCenters: [3, 'int8'] },
  RESIZE_NEAREST_NEIGHBOR: { alignCorners: [0, 'int8'], halfPixelCenters: [1, 'int8'] },
  DEPTH_TO_SPACE: { block: [0, 'int32'] },
  SPACE_TO_DEPTH: { block: [0, 'int32'] },
}
