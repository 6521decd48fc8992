import { spawnSync } from 'node:child_process'

export type Validator = 'pdfsig' | 'qpdf' | 'openssl' | 'mutool' | 'pdftoppm'

const versionFlag: Record<Validator, string> = {
  pdfsig: '-v',
  qpdf: '--version',
  openssl: 'version',
  mutool: '-v',
  pdftoppm: '-v',
}

/**
 * True when an independent validator is installed, for `it.runIf`. With FOJA_REQUIRE_VALIDATORS set, as in the gate, a
 * missing one is an error, so that no check is skipped there.
 */
export function hasValidator(name: Validator): boolean {
  const installed = spawnSync(name, [versionFlag[name]]).error === undefined
  if (!installed && process.env['FOJA_REQUIRE_VALIDATORS'])
    throw new Error(`${name} is required here and is not installed`)
  return installed
}
