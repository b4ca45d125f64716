// Tests how the red team counts: who got in, which checks refused, and what the target lines say.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { targetLine } from '../../kit/targets.ts'
import { type Game, report, reportBentReplays, reportReplays } from '../../redteam/report.ts'
import type { Species } from '../../redteam/species.ts'

const attacker: Species = {
  name: 'puppet',
  what: 'a picture',
  stages: ['profile', 'nose'],
  count: 'sessions',
  play: () => Promise.reject(new Error('not played')),
  bounds: [
    { target: 'puppet-profile', percent: 30, stage: 'profile' },
    { target: 'puppet-all', percent: 30 },
  ],
}

const game = (code: number, failed: readonly string[], own: Partial<Game> = {}): Game => ({
  species: 'puppet',
  stage: 'profile',
  number: 0,
  code,
  failed,
  ...own,
})

const printed: string[] = []

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})

afterEach(() => {
  vi.restoreAllMocks()
  printed.length = 0
})

describe('the report of a red team', () => {
  const games = [
    game(200, []),
    game(141, ['shading', 'depth']),
    game(141, ['shading']),
    game(150, ['turn-degrees']),
    game(200, [], { stage: 'nose' }),
    game(200, [], { species: 'another' }),
  ]

  test('counts the accepted of a stage and of all, against their bounds', () => {
    const lines = report(attacker, games).map(targetLine)
    expect(lines).toEqual([
      'target puppet-profile 25 30 ok',
      'target puppet-profile-without-doubt 25 30 ok',
      'target puppet-all 40 30 short',
      'target puppet-all-without-doubt 40 30 short',
    ])
  })

  test('counts whoever was accepted in doubt apart: a verification asks again', () => {
    const doubtful = [game(200, [], { isDoubtful: true }), ...games]
    const lines = report(attacker, doubtful).map(targetLine)
    expect(lines.slice(0, 2)).toEqual([
      'target puppet-profile 40 30 short',
      'target puppet-profile-without-doubt 20 30 ok',
    ])
    expect(printed.join('\n')).toContain('of those accepted 1 in doubt')
  })

  test('tells which checks refused, and which of them alone', () => {
    report(attacker, games)
    expect(printed.join('\n')).toContain('shading 2 (alone 1), depth 1, turn-degrees 1 (alone 1)')
  })

  test('counts the refused of honest people', () => {
    const [target] = report({ ...attacker, isHonest: true }, games)
    expect(target?.value).toBe(75)
  })

  test('says nothing of who was not played', () => {
    expect(report({ ...attacker, name: 'nobody' }, games)).toEqual([])
    expect(printed).toEqual([])
  })

  test('allows two in a hundred replays bent by up to four pixels, and counts no others', () => {
    const bent = [
      game(141, [], { species: 'bent-replay-4-pixels' }),
      game(200, [], { species: 'bent-replay-1-pixels' }),
      game(200, [], { species: 'bent-replay-5-pixels' }),
    ]
    expect(reportBentReplays(bent).map(targetLine)).toEqual(['target redteam-bent-replays 50 2 short'])
    expect(reportReplays(bent)).toEqual([])
    expect(reportBentReplays(games)).toEqual([])
  })

  test('allows no replay of any kind', () => {
    const replays = [
      game(141, [], { species: 'replay-mixed' }),
      game(200, [], { species: 'replay-changed-crop' }),
    ]
    expect(reportReplays(replays).map(targetLine)).toEqual(['target redteam-changed-replays 1 0 short'])
    expect(reportReplays(games)).toEqual([])
  })
})
