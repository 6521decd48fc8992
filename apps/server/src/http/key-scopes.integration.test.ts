import { needsSession } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import { keyScopes } from '@foja/contracts/key-scopes'
import { describe, expect, it } from 'vitest'
import { examples, requestOf } from '../../test/access/examples.ts'
import { goldenKeys } from '../../test/access/golden.ts'
import { stateOf } from '../../test/access/state.ts'
import { unknownTarget } from '../../test/access/targets.ts'
import { giveKey } from '../../test/api-keys.ts'
import { signedIn, type Caller } from '../../test/office.ts'
import { openTestServer } from '../../test/test-server.ts'
import { keyRule } from './key-limits.ts'

/**
 * Every call × every scope, with a key that has this scope alone, compared with a table written by hand
 * (golden-keys.txt). The caller is an administrator, whom no role keeps from anything, and the objects do not exist, so
 * that the answer depends on the key only. The permission matrix has callers whose keys have every scope.
 */
const server = await openTestServer()
const calls = endpoints.filter(needsSession)
const byCall = new Map(goldenKeys)

const admin = await signedIn(server, { role: 'admin', id_company: null })
const keys = new Map<string, Caller>()
for (const scope of keyScopes) keys.set(scope, (await giveKey(server, admin.id, { scopes: [scope] })).caller)

/** The code of the refusal because of the key; null if the key may make the call. */
async function refusalOf(caller: Caller, endpoint: (typeof calls)[number]): Promise<string | null> {
  const { path, init } = requestOf(endpoint, unknownTarget())
  const answer = await caller.call(path, init)
  if (answer.headers.get('content-type')?.startsWith('application/problem+json') !== true) {
    await answer.body?.cancel()
    return null
  }
  const { code } = (await answer.json()) as { code: string }
  return code.startsWith('key_') ? `${answer.status} ${code}` : null
}

describe('the scopes of API keys', () => {
  it('have one row for each call that needs a session, and no other row', () => {
    expect(goldenKeys.map(([name]) => name).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
    expect([...new Set(goldenKeys.map(([, scope]) => scope))].toSorted()).toEqual([...keyScopes, 'never'].toSorted())
    expect(calls.filter(({ name }) => examples[name] === undefined)).toEqual([])
  })

  it.each(keyScopes)('%s allows its calls and no other, and a refused call changes no row', async (scope) => {
    const caller = keys.get(scope)!
    const isAllowed = ({ name }: (typeof calls)[number]) => byCall.get(name) === scope
    expect(calls.length).toBeLessThan(keyRule.tries)
    const before = await stateOf(server)
    const wrong: string[] = []
    for (const endpoint of calls.filter((call) => !isAllowed(call))) {
      const wanted = byCall.get(endpoint.name) === 'never' ? '403 key_not_allowed' : '403 key_scope_missing'
      const refusal = await refusalOf(caller, endpoint)
      if (refusal !== wanted) wrong.push(`${endpoint.name}: ${refusal} instead of ${wanted}`)
    }
    expect(await stateOf(server)).toEqual(before)
    for (const endpoint of calls.filter(isAllowed)) {
      const refusal = await refusalOf(caller, endpoint)
      if (refusal !== null) wrong.push(`${endpoint.name}: ${refusal}, although the key has its scope`)
    }
    expect(wrong).toEqual([])
  })
})
