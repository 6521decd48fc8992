import { createClient, type Client } from '@foja/client'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError } from './terminal.ts'

/** The settings of a process from its environment. */
export type Environment = {
  origin: string | undefined
  key: string | undefined
  passphrase: string | undefined
  /** Folder of the settings of all programs of the user. */
  configFolder: string
}

export type Settings = { origin: string; key: string | undefined }

/** Reads the environment of a process. */
export const readEnvironment = (variables: Record<string, string | undefined>, home: string): Environment => ({
  origin: variables['FOJA_ORIGEN'] || undefined,
  key: variables['FOJA_LLAVE'] || undefined,
  passphrase: variables['FOJA_CLAVE'],
  // XDG Base Directory Specification
  configFolder: variables['XDG_CONFIG_HOME'] || join(home, '.config'),
})

const fileIn = ({ configFolder }: Environment) => join(configFolder, 'foja', 'config.json')

/** Writes address and key where only this user can read them; returns the file. */
export async function saveSettings(environment: Environment, settings: Settings): Promise<string> {
  const file = fileIn(environment)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  // The mode above is only that of a new file.
  await chmod(file, 0o600)
  return file
}

async function readSaved(environment: Environment): Promise<Partial<Settings>> {
  const file = fileIn(environment)
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Settings>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new CommandError(`No se puede leer ${file}: vuelve a guardarlo con «foja entrar».`)
  }
}

/** The address of an installation, without a slash at its end. Throws CommandError for anything else. */
export function originOf(text: string): string {
  if (URL.canParse(text)) {
    const { protocol, origin, pathname } = new URL(text)
    if (protocol === 'https:' || protocol === 'http:') return `${origin}${pathname.replace(/\/+$/, '')}`
  }
  throw new CommandError(`«${text}» no es la dirección de una Foja; escríbela como https://firmas.example.`)
}

/** The environment wins over what is saved. The saved key is only sent to the address that it was saved with. */
async function readSettings(environment: Environment): Promise<Settings> {
  const saved = await readSaved(environment)
  const given = environment.origin ?? saved.origin
  if (given === undefined)
    throw new CommandError('No sé qué Foja usar: guarda su dirección con «foja entrar» o ponla en FOJA_ORIGEN.')
  const origin = originOf(given)
  return { origin, key: environment.key ?? (origin === saved.origin ? saved.key : undefined) }
}

/** A client without a key, if none is set: for public calls. */
export async function openClient(environment: Environment): Promise<Client> {
  return createClient({ ...(await readSettings(environment)), waitSeconds: 60 })
}

export async function openClientWithKey(environment: Environment): Promise<Client> {
  const { origin, key } = await readSettings(environment)
  if (key === undefined)
    throw new CommandError(
      `Falta la clave de API para ${origin}: créala en «Mi perfil» y guárdala con «foja entrar», o ponla en FOJA_LLAVE.`,
    )
  return createClient({ origin, key, waitSeconds: 60 })
}
