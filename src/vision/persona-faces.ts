// Knows the faces of the sandbox's personas: their films and cards lie in the open with this program, so no live person has them.
import known from './persona-faces.json' with { type: 'json' }

/**
 * The highest cosine that is not that of a persona. Of 3,704 photographs of real people the likest had 0.40; pictures of
 * personas that were encoded anew, cut, mirrored, lit otherwise or bent until they looked odd had 0.72 and more. Other people
 * drawn by the same program have 0.35 to 0.64, two of 45 have 0.72. `npm run evaluate -- faces --only personas` measures it.
 */
export const MOST_LIKE_PERSONA = 0.65

const personas = Object.values(known.faces).map(
  (text) => new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer),
)

/** The cosine to the likest of them, of a vector of length one that this server's embedder made. */
export const personaLikeness = (vector: Float32Array): number =>
  Math.max(...personas.map((one) => one.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), 0)))
