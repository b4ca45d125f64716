// The screen while light is shown: the colours over all of it, the face in an oval, few words, and a way to stop.

import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useStream } from '../camera/use-camera.ts'
import type { Progress } from './progress.ts'

/** Whether the person asked their system for less motion: changing colours are then not what is offered first. */
export const prefersLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

interface LightWords {
  readonly instruction: string
  readonly under: string
  readonly stop: string
  /** What the picture of the camera is called. */
  readonly preview: string
}

interface LightStageProps {
  readonly words: LightWords
  readonly progress: Progress | undefined
  readonly stream: MediaStream | undefined
  readonly isMirrored: boolean
  readonly video: RefObject<HTMLVideoElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly onStop: () => void
  /** What is shown below the words, such as how much is loaded. */
  readonly children?: ComponentChildren
  /** Attributes from which tests and other programs read the state. */
  readonly [mark: `data-${string}`]: string | undefined
}

export function LightStage({
  words: { instruction, under, stop, preview },
  progress,
  stream,
  isMirrored,
  video,
  canvas,
  onStop,
  children,
  ...marks
}: LightStageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onStop()
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [onStop])
  useStream(video, stream)
  const isShining = progress?.step === 'shining'
  useFullScreen(stream !== undefined, isShining, onStop)
  const isGood = progress !== undefined && (progress.step !== 'doing' || progress.guidance === 'ok')
  return (
    <section class="light-stage" {...marks}>
      <canvas ref={canvas} class="light-canvas" width={1} height={1} />
      <div class="light-front">
        <div
          class={`light-face${isMirrored ? ' light-mirrored' : ''}${isGood ? ' light-good' : ''}`}
          style={{ aspectRatio: `${areaOf(progress).proportion}` }}
        >
          <video
            ref={video}
            autoplay
            playsInline
            muted
            aria-label={preview}
            style={areaOf(progress).placed}
          />
        </div>
        <div class="light-words">
          <h1 ref={heading} tabIndex={-1} aria-live="assertive" data-testid="instruction" data-instruction>
            {instruction}
          </h1>
          <p role="status" data-testid="guidance" data-guidance-words>
            {under}
          </p>
          {children}
        </div>
        <button
          type="button"
          class="light-stop"
          data-testid="challenge-cancel"
          data-action="rest"
          onClick={onStop}
        >
          {stop}
        </button>
      </div>
    </section>
  )
}

/**
 * Light from the whole screen is stronger than from a window. Browsers that have no full screen, or want a press for it
 * that is too long ago, show the light in the page. A person who leaves the full screen while it shines wants to stop.
 */
function useFullScreen(isWanted: boolean, isShining: boolean, onStop: () => void): void {
  useEffect(() => {
    if (!isWanted || !document.fullscreenEnabled) return
    void document.documentElement.requestFullscreen().catch(() => {})
    return () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [isWanted])
  useEffect(() => {
    if (!isShining) return
    const changed = () => {
      if (!document.fullscreenElement) onStop()
    }
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [isShining, onStop])
}

/** The oval shows the area of the picture in which the face must be; before it is known, the middle of an upright one. */
function areaOf(progress: Progress | undefined) {
  if (progress?.plan.family !== 'light') return { proportion: 0.75, placed: { inset: '0', width: '100%' } }
  const { image_width, image_height, area_left, area_top, area_width, area_height } = progress.plan.started
  const percent = (share: number) => `${(100 * share).toFixed(2)}%`
  return {
    proportion: area_width / area_height,
    placed: {
      width: percent(image_width / area_width),
      height: percent(image_height / area_height),
      left: percent(-area_left / area_width),
      top: percent(-area_top / area_height),
    },
  }
}
