// Measures a page: elements that are too wide, too small or hidden, and where shapes are drawn.
import type { Left, Measures } from '../../kit/browser-in-page.ts'

const page = globalThis as unknown as { selfsameTest: { -readonly [Part in keyof Left]: Left[Part] } }

/** The page and the shadow roots in it: the element of the journey has all its screens in one. */
const rootsOf = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
  root,
  ...[...root.querySelectorAll('selfsame-verify')].flatMap(({ shadowRoot }) =>
    shadowRoot ? rootsOf(shadowRoot) : [],
  ),
]
const everywhere = (selector: string): Element[] =>
  rootsOf(document).flatMap((root) => [...root.querySelectorAll(selector)])

/** The element with the focus, inside whatever shadow root it is. */
function activeElement(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

const named = (element: Element): string =>
  `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${element.textContent?.trim().slice(0, 40)}`

function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const beyond = everywhere('body *, .frame, .frame *').filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  )
  return [`scrolls sideways: ${scrollWidth} > ${clientWidth}`, ...beyond.slice(-3).map(named)]
}

function tooSmall(least: number): string[] {
  const targets = everywhere('button, summary, select, nav a, input:not([type=file])')
  const small = targets.filter((element) => {
    const target = element.matches('[type=checkbox], [type=radio]') ? element.closest('label') : element
    const { width, height } = (target ?? element).getBoundingClientRect()
    // Sizes are rounded, because half a pixel is no fault. An element of no size is not shown.
    return Math.min(width, height) > 1 && Math.round(Math.min(width, height)) < least
  })
  return small.map((element) => `smaller than ${least} px: ${named(element)}`)
}

/** Nobody reads more checks at once, and each says in a sentence what it is. */
const MOST_CHECKS = 7

function tooManyChecks(): string[] {
  const unfolded = everywhere('[data-check]').filter((check) => !check.closest('details:not([open])'))
  return [
    ...(unfolded.length > MOST_CHECKS ? [`${unfolded.length} checks are unfolded`] : []),
    ...everywhere('[data-check]:not(:has(.check-sentence))').map((check) => `no sentence: ${named(check)}`),
  ]
}

function hidden(selector: string): string {
  const [element] = everywhere(selector)
  if (!element) return 'is not there'
  const { left, top, right, bottom, height } = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight || left < 0 || right > innerWidth)
    return `lies at ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`
  // A bar may lie over its upper or lower edge.
  const covering = [top + 2, top + height / 2, bottom - 2]
    .map((y) => document.elementFromPoint((left + right) / 2, y))
    .find((found) => found === null || !(element.contains(found) || found.contains(element)))
  return covering ? `is covered by ${named(covering)}` : ''
}

function focusFault(): string {
  const element = activeElement()
  if (!element || element === document.body) return 'nothing has the focus'
  const drawn = [element, element.parentElement, element.closest('label')].some((one) => {
    if (!one) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
  })
  return drawn ? '' : `focus is not shown on ${element.outerHTML.slice(0, 120)}`
}

function focused(): string {
  const element = activeElement()
  if (!element || element === document.body) return ''
  const [label] = element instanceof HTMLInputElement ? (element.labels ?? []) : []
  return (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '').trim()
}

function corners(selector: string): { x: number; y: number }[][] {
  return [...document.querySelectorAll<SVGGeometryElement>(selector)].map((shape) => {
    const toScreen = shape.getScreenCTM()
    if (!(shape instanceof SVGPolygonElement) || !toScreen) throw new Error(`${named(shape)} is no polygon`)
    return [...shape.points].map((point) => {
      const { x, y } = point.matrixTransform(toScreen)
      return { x, y }
    })
  })
}

page.selfsameTest.measures = {
  isDark: () => matchMedia('(prefers-color-scheme: dark)').matches,
  cramped: (least) => [...tooWide(), ...tooSmall(least), ...tooManyChecks()],
  hidden,
  focused,
  focusFault,
  corners,
} satisfies Measures
