import { describeTimestamp, extend } from '@foja/pades/levels'
import { requestTimestamp } from '@foja/pades/net/tsa-client'
import { createHash, randomBytes } from 'node:crypto'
import { answer, readSource, type EngineAnswer } from '../answer.ts'
import type { NetworkRules } from '../protocol.ts'
import { levelServices } from './level-services.ts'
import type { ExtendTask, TimestampFound, TimestampTask } from '../sign-protocol.ts'

/** Adds validation data and, for B-LTA, an archive timestamp to a signed file. An empty tail: nothing was missing. */
export async function extendTask(task: ExtendTask & NetworkRules): Promise<EngineAnswer<{ tail: Uint8Array }>> {
  return await answer(async () => {
    const pdf = await readSource(task.source)
    const { tail } = await extend(pdf, task.level, levelServices(task.services, task))
    return { tail }
  })
}

/** Requests a timestamp of a digest or, to check that the authority works, of random bytes. */
export async function timestampTask(task: TimestampTask & NetworkRules): Promise<EngineAnswer<TimestampFound>> {
  return await answer(async () => {
    const services = levelServices(task.services, task)
    const digest = task.digest ?? createHash('sha256').update(randomBytes(32)).digest()
    const token = await requestTimestamp({ digest, hash: 'sha256' }, services.tsa, services.fetcher)
    const { time, tsa, trusted } = describeTimestamp(token, services)
    return { tsa, time: time.getTime(), trusted, token: Uint8Array.from(token.der) }
  })
}
