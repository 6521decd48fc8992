import {
  appearances as contractAppearances,
  levels as contractLevels,
  maxBatch as contractMaxBatch,
} from '@foja/contracts/signing'
import { orderings as contract } from '@foja/contracts/solicitudes'
import { expect, it } from 'vitest'
import { appearances, levels } from '../../features/signing/appearances.ts'
import { maxBatch } from '../../features/signing/limits.ts'
import { orderings } from './orderings.ts'

it('the orderings of the list equal those of the contract', () => {
  expect(orderings).toEqual(contract)
  expect(appearances).toEqual(contractAppearances)
  expect(maxBatch).toBe(contractMaxBatch)
  expect(levels).toEqual(contractLevels)
})
