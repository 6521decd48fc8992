// npm run reset-password -- EMAIL [--without-totp] [--data DIR]: prints a one-time link, valid for an hour, to choose
// another password. With the embedded database, stop Foja first. Exits with 1 when no link can be made.
import { parseArgs } from 'node:util'
import { publicOrigin } from '../apps/server/src/public-origin.ts'
import type { Config } from '../apps/server/src/config.ts'
import { historyKey } from '../apps/server/src/keys.ts'
import { issueRecoveryLink } from '../apps/server/src/modules/identity/account/issue-recovery-link.ts'
import { linkAddress } from '../apps/server/src/modules/identity/account/link-token.ts'
import { checkKeys, requireKeys } from '../apps/server/src/modules/setup/maintenance/installation.ts'
import { withSeal } from '../packages/db/src/history-seal.ts'
import { CannotHelp, configOf, explain, withInstallation } from './installation.ts'

type Wish = { email: string; withoutTotp: boolean }

async function help(config: Config, wish: Wish): Promise<void> {
  await withInstallation(config, {}, async ({ kysely: db, kind }) => {
    const keys = await requireKeys(config.keyFile)
    await checkKeys(db, keys.session.id)
    const sealed = withSeal(db, historyKey(keys))
    const made = await issueRecoveryLink(sealed, keys, wish, new Date())
    if (made === null) {
      throw new CannotHelp(`Nadie con el correo ${wish.email} puede entrar: no existe o está desactivado.`)
    }
    const until = made.expires_at.toLocaleTimeString('es', { hour: '2-digit', minute: '2-digit' })
    console.log(`✓ Enlace para que ${made.nombre} elija otra contraseña. Sirve una vez, hasta las ${until}:`)
    console.log(`  ${linkAddress(publicOrigin(config, config.port), made.token)}`)
    if (made.hadSecondFactor) {
      console.log(
        wish.withoutTotp
          ? '  Su verificación en dos pasos y sus llaves de acceso quedaron quitadas; las configura otra vez.'
          : '  Sigue con verificación en dos pasos. Si perdió el teléfono o sus llaves, y sus códigos, agrega --without-totp.',
      )
    }
    if (kind === 'embedded') console.log('  Inicia Foja antes de abrirlo.')
  })
}

const usage = 'npm run reset-password -- CORREO [--without-totp] [--data CARPETA]'

let config: Config | undefined
try {
  const { values, positionals } = parseArgs({
    options: { data: { type: 'string' }, 'without-totp': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [email] = positionals
  if (email === undefined || positionals.length > 1) throw new CannotHelp(usage)
  config = configOf(values.data)
  await help(config, { email, withoutTotp: values['without-totp'] })
} catch (error) {
  console.error(explain(error, config, 'pide el enlace'))
  process.exitCode = 1
}
