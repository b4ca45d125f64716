// The jobs of workers that only liveness asks for.
import type { VideoFault, VideoLimits } from '../image/video/video.ts'
import type { FaceNetworks } from '../vision/networks.ts'
import { observeVideo } from '../vision/observe-video.ts'
import type { LightAnswer, LightSession } from './light/answer.ts'
import { measureLight } from './light/measure.ts'
import { measureVideo, type VideoMeasures } from './video/measure.ts'

export type LivenessJobs = ReturnType<typeof livenessJobs>

export const livenessJobs = (networks: FaceNetworks) => ({
  'observe-video': async (
    input: { readonly bytes: Uint8Array; readonly limits: VideoLimits },
    giveWay: () => Promise<void>,
  ): Promise<VideoMeasures | VideoFault> =>
    measureVideo(await observeVideo(networks, input.bytes, input.limits, giveWay)),
  'measure-light': (input: LightSession): LightAnswer => measureLight(input),
})
