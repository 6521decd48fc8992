import { createClient } from '@foja/client'
import { originOf, saveSettings, type Environment } from './settings.ts'
import type { Terminal } from './terminal.ts'

/** Saves address and key of an installation, after trying them. */
export async function logIn({ say, ask, askSecret }: Terminal, environment: Environment): Promise<number> {
  const origin = originOf(environment.origin ?? (await ask('Dirección de Foja:')))
  const key = environment.key ?? (await askSecret('Clave de API:')).trim()
  const scopes = await createClient({ origin, key }).keyScopes()
  const file = await saveSettings(environment, { origin, key })
  say(`Guardado en ${file}, que solo lees tú.`)
  say(`Permisos de la clave: ${scopes?.join(', ') ?? 'los de tu sesión'}`)
  return 0
}
