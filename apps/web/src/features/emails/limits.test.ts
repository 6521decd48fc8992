import { mostRecipients as contract } from '@foja/contracts/emails'
import { expect, it } from 'vitest'
import { mostRecipients } from './limits.ts'

it('is the limit of the contract', () => expect(mostRecipients).toBe(contract))
