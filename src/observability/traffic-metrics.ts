// Counts answered requests in plain numbers, and turns them into Prometheus series only when somebody asks.

/** What the registry takes as a metric: a name and a way to read it. */
interface ReadableMetric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'histogram'
  readonly aggregator: 'sum'
  get(): Promise<object>
}

export interface TrafficMetrics {
  readonly requests: ReadableMetric
  readonly seconds: ReadableMetric
  answered(route: string, method: string, status: number, resultCode: number, seconds: number): void
}

interface Tally {
  readonly route: string
  readonly method: string
  /** By HTTP status and result code, as one number. */
  readonly outcomes: Map<number, number>
  /** Requests by the first bound they stay under; the last place is for those over all of them. */
  readonly buckets: number[]
  seconds: number
  count: number
}

const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const outcomeBase = 10_000

/** By hand and not by the metrics library: this runs for every request, and the library's labels cost ten times as much. */
export function openTrafficMetrics(): TrafficMetrics {
  const tallies = new Map<string, Map<string, Tally>>()

  function tallyOf(route: string, method: string): Tally {
    const methods = tallies.get(route) ?? new Map<string, Tally>()
    const known = methods.get(method)
    if (known) return known
    const buckets = new Array<number>(bounds.length + 1).fill(0)
    const fresh = { route, method, outcomes: new Map<number, number>(), buckets, seconds: 0, count: 0 }
    tallies.set(route, methods.set(method, fresh))
    return fresh
  }

  const all = (): Tally[] => [...tallies.values()].flatMap((methods) => [...methods.values()])
  const metric = (name: string, help: string, type: 'counter' | 'histogram', values: () => object[]) => ({
    name,
    help,
    type,
    aggregator: 'sum' as const,
    get: async () => ({ name, help, type, aggregator: 'sum', values: values() }),
  })

  return {
    requests: metric('selfsame_http_requests_total', 'Requests answered.', 'counter', () =>
      all().flatMap(outcomesOf),
    ),
    seconds: metric(
      'selfsame_http_request_seconds',
      'Time from the headers of a request to the end of its answer.',
      'histogram',
      () => all().flatMap(latencyOf),
    ),
    answered(route, method, status, resultCode, seconds) {
      const tally = tallyOf(route, method)
      const outcome = status * outcomeBase + resultCode
      tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1)
      let place = 0
      while (place < bounds.length && seconds > (bounds[place] as number)) place++
      tally.buckets[place] = (tally.buckets[place] as number) + 1
      tally.seconds += seconds
      tally.count++
    },
  }
}

function outcomesOf({ route, method, outcomes }: Tally): object[] {
  return [...outcomes].map(([outcome, value]) => {
    const status = Math.floor(outcome / outcomeBase)
    return { labels: { route, method, status, result_code: outcome % outcomeBase }, value }
  })
}

function latencyOf({ route, method, buckets, seconds, count }: Tally): object[] {
  const name = 'selfsame_http_request_seconds'
  let below = 0
  const rows = buckets.map((value, place) => {
    below += value
    return {
      metricName: `${name}_bucket`,
      labels: { le: bounds[place] ?? '+Inf', route, method },
      value: below,
    }
  })
  return [
    ...rows,
    { metricName: `${name}_sum`, labels: { route, method }, value: seconds },
    { metricName: `${name}_count`, labels: { route, method }, value: count },
  ]
}
