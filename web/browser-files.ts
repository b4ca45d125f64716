// Lists the files of src whose code runs in browsers, with the reason. test/house holds the list, and the studio is built again when one of them changes.

interface BrowserFiles {
  readonly why: string
  /** What the studio and the element may import. A path without an ending is a folder: all its files. */
  readonly doors: readonly string[]
  /** What those need in turn; nothing in web/ or client/ imports it. */
  readonly behind?: readonly string[]
}

export const browserFiles: readonly BrowserFiles[] = [
  {
    why: 'The hint for a frame of a challenge is what the server would say of it.',
    doors: [
      'src/liveness/distance/plan.ts',
      'src/liveness/frame.ts',
      'src/liveness/light/plan.ts',
      'src/liveness/nose/guide.ts',
      'src/liveness/nose/path.ts',
      'src/liveness/nose/plan.ts',
      'src/liveness/profile/plan.ts',
      'src/liveness/profile/tasks.ts',
    ],
    behind: [
      'src/codes.ts',
      'src/liveness/face-box.ts',
      'src/liveness/guidance.ts',
      'src/liveness/in-area.ts',
      'src/liveness/profile/measures.ts',
      'src/liveness/well-lit.ts',
    ],
  },
  {
    why: 'A face is found and looked at as on the server, by the same networks.',
    doors: [
      'src/models/face-mesh.ts',
      'src/models/network.ts',
      'src/vision/bystanders.ts',
      'src/vision/confirm-face.ts',
      'src/vision/find-faces.ts',
      'src/vision/look-at-face.ts',
      'src/vision/networks.ts',
      'src/vision/observation.ts',
    ],
    behind: [
      'src/models/face-blendshapes.ts',
      'src/models/face-detector.ts',
      'src/models/face-expression.ts',
      'src/vision/canonical-face.ts',
      'src/vision/expression.ts',
      'src/vision/find-portraits.ts',
      'src/vision/head-angles.ts',
      'src/vision/upright.ts',
    ],
  },
  {
    why: 'A document before the camera is found and judged as on the server, and must be as good.',
    doors: [
      'src/documents/kinds',
      'src/documents/pages/networks.ts',
      'src/documents/pages/page-class.ts',
      'src/documents/pages/quality-limits.ts',
      'src/documents/pages/straighten.ts',
      'src/documents/pages/tilt.ts',
      'src/models/page-aligner.ts',
      'src/models/page-finder.ts',
      'src/models/page-judge.ts',
    ],
    behind: ['src/models/with-buffer.ts'],
  },
  {
    why: 'Networks get their pixels as on the server: the same warps, filters and means.',
    doors: [
      'src/image/geometry/geometry.ts',
      'src/image/geometry/perspective.ts',
      'src/image/geometry/polygon.ts',
      'src/image/pixels.ts',
      'src/system/statistics.ts',
    ],
    behind: [
      'src/image/average.ts',
      'src/image/box-sums.ts',
      'src/image/capture/print-detail.ts',
      'src/image/capture/shrunk.ts',
      'src/image/filters-built.ts',
      'src/image/filters.ts',
      'src/image/geometry/perspective-edge.ts',
      'src/image/geometry/perspective-places.ts',
      'src/image/geometry/perspective-row.ts',
      'src/image/geometry/warp-kernel-built.ts',
      'src/image/geometry/warp-kernel.ts',
      'src/image/geometry/warp.ts',
      'src/image/measure.ts',
      'src/image/open-kernel.ts',
    ],
  },
  {
    why: 'Studio, page and reports say the names of the server in the same words.',
    doors: ['src/checks.ts', 'src/verifications/reasons.ts', 'src/words'],
  },
]

/** All of them, in no order that means anything. */
export const browserPaths: readonly string[] = browserFiles.flatMap(({ doors, behind = [] }) => [
  ...doors,
  ...behind,
])
