import { execFile } from 'node:child_process'
import { hasValidator } from '@foja/testing/validators'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestServer } from '../../../test/test-server.ts'
import { createSecret, signMessage } from '../../modules/webhooks/webhook-secret.ts'
import { webhookExamples } from './webhook-examples.ts'

const run = promisify(execFile)
const server = await openTestServer()
const folder = await mkdtemp(join(tmpdir(), 'foja-examples-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const body = '{"type":"document.signed","data":{"nombre":"ñandú"}}'

/** Programs that read secret, headers and body from their arguments, and print what the example says. */
const programs = {
  'Node.js': {
    file: 'verify.mjs',
    command: process.execPath,
    isThere: true,
    rest: 'const [secret, headers, body] = process.argv.slice(2)\nconsole.log(verify(secret, JSON.parse(headers), body))\n',
  },
  Python: {
    file: 'verify.py',
    command: 'python3',
    isThere: hasValidator('python3'),
    rest: 'import json, sys\nprint(str(verify(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3].encode())).lower())\n',
  },
  PHP: {
    file: 'verify.php',
    command: 'php',
    isThere: hasValidator('php'),
    // As getallheaders() names them: Webhook-Id.
    rest:
      '$given = json_decode($argv[2], true);\n' +
      '$headers = array_combine(array_map(fn($name) => ucwords($name, "-"), array_keys($given)), $given);\n' +
      'echo var_export(verify($argv[1], $headers, $argv[3]), true), PHP_EOL;\n',
  },
} as const

describe.each(['Node.js', 'Python', 'PHP'] as const)('the example in %s', async (name) => {
  const { file, command, isThere, rest } = programs[name]
  const path = join(folder, file)
  await writeFile(path, `${webhookExamples[name]}\n${rest}`)
  const check = async (secret: string, headers: object, text: string) =>
    (await run(command, [path, secret, JSON.stringify(headers), text])).stdout.trim()

  it.skipIf(!isThere)('accepts what Foja signs, also after a rotation, and nothing else', async () => {
    const { keys } = server.deps
    const [id, at] = [randomUUID(), new Date()]
    const [old, fresh] = [createSecret(keys, id), createSecret(keys, id)]
    const row = { id, secret: fresh.sealed, old_secret: old.sealed, old_secret_until: new Date(at.getTime() + 60_000) }
    const headers = signMessage(keys, row, { id: 'msg', body, at })
    expect(await check(fresh.text, headers, body)).toBe('true')
    expect(await check(old.text, headers, body)).toBe('true')
    expect(await check(fresh.text, headers, `${body} `)).toBe('false')
    expect(await check(createSecret(keys, id).text, headers, body)).toBe('false')
    const late = signMessage(keys, row, { id: 'msg', body, at: new Date(at.getTime() - 600_000) })
    expect(await check(fresh.text, late, body)).toBe('false')
  })

  it.skipIf(!isThere)('returns false for headers that are missing or malformed', async () => {
    const { keys } = server.deps
    const id = randomUUID()
    const { text, sealed } = createSecret(keys, id)
    const row = { id, secret: sealed, old_secret: null, old_secret_until: null }
    const signed = signMessage(keys, row, { id: 'msg', body, at: new Date() })
    const wrong: [string, string | undefined][] = [
      ...Object.keys(signed).map((header): [string, undefined] => [header, undefined]),
      ['webhook-timestamp', 'x'],
      ['webhook-timestamp', '9'.repeat(5000)],
      ['webhook-id', 'ñ'],
      ['webhook-signature', 'v1,ñandú'],
      ['webhook-signature', 'v1'],
      ['webhook-signature', ' '],
    ]
    for (const [header, value] of wrong) {
      const said = await check(text, { ...signed, [header]: value }, body)
      expect(said, `${header}: ${value?.slice(0, 10)}`).toBe('false')
    }
  })
})
