// Tests that a network whose row lacks a value names what is missing.
import { expect, test } from 'vitest'
import { rowNamed } from '../../src/models/manifest.ts'
import { fitOf, output, threshold } from '../../src/models/network.ts'
import { literalNetwork } from './literal-network.ts'

test('a picture is fitted only to a network that takes pictures', () => {
  expect(fitOf(literalNetwork('face-embedder', {}))).toEqual({
    width: 112,
    height: 112,
    order: 'rgb',
    times: 1,
    shift: 0,
    outside: 0,
  })
  expect(() => fitOf(literalNetwork('face-blendshapes', {}))).toThrow('face-blendshapes')
})

test('a threshold, an output and a network that are not there are named', () => {
  const network = literalNetwork('face-mesh', {})
  expect(threshold(network, 'presence')).toBe(0.5)
  expect(() => threshold(network, 'beauty')).toThrow('beauty for face-mesh')
  expect(() => output({}, 'points')).toThrow('points')
  expect(() => rowNamed('face-reader')).toThrow('face-reader')
})
