import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environment } from '../apps/server/src/config-environment.ts'
import { root } from './run.ts'

const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')

/** A top-level entry of a YAML file, with what is below it. */
function entryOf(text: string, name: string): string {
  const entry = new RegExp(`^${name}:.*\n(?:(?: .*)?\n)*`, 'm').exec(text)?.[0]
  if (entry === undefined) throw new Error(`there is no ${name}`)
  return entry
}

/** The settings that compose.yaml decides by itself: the others come from `.env`. */
const fixed = [
  'DATABASE_URL',
  'FOJA_DATA_DIR',
  'FOJA_ROLE',
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'S3_ACCESS_KEY_ID',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_FORCE_PATH_STYLE',
  'S3_REGION',
  'S3_SECRET_ACCESS_KEY',
  'TIME_ZONE',
  'TRUSTED_PROXIES',
]

describe('deploy/compose.yaml', () => {
  const compose = read('compose.yaml')

  it('passes every setting to the containers of Foja: from .env, or as a value of its own', () => {
    expect(entryOf(compose, 'x-foja')).toContain('  env_file: [{ path: .env, required: false }]\n')
    const roles = compose.match(
      / {4}<<: \*foja\n {4}environment: \{ <<: \*environment, FOJA_ROLE: (?:http|worker) \}\n/g,
    )
    expect(roles).toHaveLength(2)
    const own = [...entryOf(compose, 'x-environment').matchAll(/^ {2}([A-Z\d_]+): (.+)$/gm)]
    expect(own.every(([, , value]) => value !== '')).toBe(true)
    expect([...own.map(([, name]) => name), 'FOJA_ROLE'].toSorted()).toEqual(fixed)
    expect(fixed.filter((name) => !(name in environment))).toEqual([])
  })

  it('gives the backups a folder that the user of the image may write', () => {
    expect(entryOf(compose, 'x-foja')).toContain(':/backups')
    expect(read('Dockerfile')).toMatch(/chown 1000:1000 .*\/backups/)
  })
})
