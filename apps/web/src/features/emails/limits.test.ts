import { mostRecipients as contract } from '@foja/contracts/emails'
import { expect, it } from 'vitest'
import { mostRecipients } from './limits.ts'

it('the recipient limit of the email form equals that of the contract', () => expect(mostRecipients).toBe(contract))
