import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServerKeys } from '../../keys.ts'
import type { RecipientRow } from './requests.queries.ts'

type Holder = Pick<RecipientRow, 'id' | 'round'>

/** Six digits: the code that was sent last, derived like the token and never stored. */
export function recipientCode(keys: ServerKeys, { id, round, code_round }: Holder & { code_round: number }): string {
  const mac = createHmac('sha256', keys.derive('recipient codes')).update(`${id} ${round} ${code_round}`).digest()
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

const macOf = (keys: ServerKeys, { id, round }: Holder, until: string): string =>
  createHmac('sha256', keys.derive('recipient passes')).update(`${id} ${round} ${until}`).digest('base64url')

/** Proof that the code was typed in this browser, until `until`. Another address of the recipient ends it. */
export function recipientPass(keys: ServerKeys, holder: Holder, until: Date): string {
  const seconds = Math.floor(until.getTime() / 1000).toString(36)
  return `${seconds}.${macOf(keys, holder, seconds)}`
}

export function isValidPass(keys: ServerKeys, holder: Holder, pass: string, now: Date): boolean {
  const [until = '', mac = ''] = pass.split('.')
  const expected = Buffer.from(macOf(keys, holder, until))
  const given = Buffer.from(mac)
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
  return isGenuine && Number.parseInt(until, 36) * 1000 > now.getTime()
}
