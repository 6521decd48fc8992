import { spawnSync } from 'node:child_process'

export type Validator =
  | 'pdfsig'
  | 'qpdf'
  | 'openssl'
  | 'mutool'
  | 'pdftoppm'
  | 'pdftotext'
  | 'firefox-esr'
  | 'python3'
  | 'php'

const versionFlag: Record<Validator, string> = {
  pdfsig: '-v',
  qpdf: '--version',
  openssl: 'version',
  mutool: '-v',
  pdftoppm: '-v',
  pdftotext: '-v',
  'firefox-esr': '--version',
  python3: '--version',
  php: '--version',
}

/** A version is looked for once a process: programs take longer to start than to check most files. */
const known = new Map<Validator, boolean>()

/**
 * True when an independent validator, or an interpreter of examples, is installed, for `it.runIf`. With FOJA_REQUIRE_VALIDATORS set, as in the gate, a
 * missing one is an error, so that no check is skipped there.
 */
export function hasValidator(name: Validator): boolean {
  const installed = known.get(name) ?? spawnSync(name, [versionFlag[name]]).error === undefined
  known.set(name, installed)
  if (!installed && process.env['FOJA_REQUIRE_VALIDATORS'])
    throw new Error(`${name} is required here and is not installed`)
  return installed
}
