// Plans photographs of codes: an honest card in the hand, from so far away that a module has as many pixels as asked.
import barcodes from 'bwip-js/node'
import { layoutsOf } from '../../../specimens/camera/layout.ts'
import type { FlatDocument, Scene } from '../../../specimens/camera/scene.ts'
import { truthOf } from '../../../specimens/camera/truth.ts'
import { viewOf } from '../../../specimens/camera/view.ts'
import type { Sheet } from '../../../specimens/documents/sheet.ts'
import { seededDice } from '../../../specimens/person/dice.ts'
import { distance } from '../../../src/image/geometry/geometry.ts'

/** As phones and messengers save pictures. */
const QUALITIES = [50, 90] as const
/** A card that is nearer fills the frame differently, so the size is approached. */
const STEPS = 3

/** Blur, noise, light, glare and angle stay those of the level; hands and copies would measure something else. */
export function sceneOfCode(planned: Scene, sheet: Sheet, modulePx: number): Scene {
  const {
    screen: _screen,
    print: _print,
    photocopy: _copy,
    fingers: _fingers,
    hand: _hand,
    ...rest
  } = planned
  const quality = Math.round(seededDice(planned.seed, 0x9c0de).between(...QUALITIES))
  let scene: Scene = { ...rest, jpeg: { ...rest.jpeg, quality } }
  for (let step = 0; step < STEPS; step++) {
    const longSide = Math.round((scene.frame.longSide * modulePx) / modulePixels(sheet, scene))
    scene = { ...scene, frame: { ...scene.frame, longSide } }
  }
  return scene
}

/** Nothing is drawn for it: the place of the code in the picture follows from its place on the card. */
function modulePixels(sheet: Sheet, scene: Scene): number {
  const [code] = sheet.codes
  if (code?.format !== 'qr') throw new Error(`${sheet.kind} ${sheet.side} has no QR code`)
  const { kind, side, widthMm: width, heightMm: height, fields } = sheet
  const flat: FlatDocument = {
    pixels: { width, height, data: new Uint8Array() },
    kind,
    side,
    cornerPx: 0,
    lines: [],
    codes: [code],
    fields,
  }
  const layouts = layoutsOf([flat], scene)
  const [quad] = truthOf([flat], layouts, viewOf(layouts, scene), scene, 0).documents.flatMap(({ codes }) =>
    codes.map((one) => one.quad),
  )
  if (quad === undefined) throw new Error('the photograph shows no code')
  const [a, b, c, d] = quad
  return (distance(a, b) + distance(b, c) + distance(c, d) + distance(d, a)) / 4 / modulesOf(code.text)
}

/** The specimens print level L. */
function modulesOf(text: string): number {
  const options = { bcid: 'qrcode', text, eclevel: 'L' }
  const [drawn] = barcodes.raw(options)
  if (drawn === undefined || !('pixx' in drawn)) throw new Error('nothing was drawn')
  return drawn.pixx
}
