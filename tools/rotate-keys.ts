// npm run rotate-keys -- [--data DIR]: replaces the server keys, with Foja stopped. Uses DATABASE_URL and FOJA_KEY_FILE
// like the server. Exits with 1 when nothing was changed.
import { parseArgs } from 'node:util'
import type { Config } from '../apps/server/src/config.ts'
import { rotateKeys, type Rotated } from '../apps/server/src/modules/setup/maintenance/rotate-keys.ts'
import { refuseInUse } from '../packages/db/src/in-use.ts'
import { migrateToLatest } from '../packages/db/src/migrate.ts'
import { configOf, explain, withInstallation } from './installation.ts'

/** The follow-up tasks for the administrator, one line each. */
function consequences(counts: Rotated): string[] {
  const { shares, recipients, links, withoutCodes, unopened, invalidSeals } = counts
  const lines = [
    `  Siguen igual para las personas: ${counts.signers} firmas guardadas, ${counts.secondFactors} verificaciones en dos pasos, ${counts.tsaPasswords} contraseñas de sellado de tiempo, ${counts.mailPasswords} de correo y ${counts.webhooks} secretos de webhooks.`,
  ]
  if (counts.fileKeys > 0) {
    lines.push(
      '  Los archivos cifrados siguen como estaban, y los nuevos llevan una clave nueva. Si las claves anteriores se filtraron: npm run encrypt-files cifra otra vez todos.',
    )
  }
  if (shares > 0) {
    lines.push(
      `  Enlaces de documentos con otra dirección: ${shares}. Quien los compartió copia la nueva del documento.`,
    )
  }
  if (recipients > 0) {
    lines.push(
      `  Destinatarios de pedidos de firmas con otro enlace: ${recipients}. A los que faltan, recuérdales el pedido.`,
    )
  }
  if (links > 0) lines.push(`  Invitaciones y enlaces de contraseña que ya no abren: ${links}. Envíalos otra vez.`)
  if (withoutCodes > 0) {
    lines.push(`  Personas sin códigos de recuperación: ${withoutCodes}. Cada una hace otros en su perfil.`)
  }
  if (unopened > 0) lines.push(`  Quedan ${unopened} que tampoco se abrían con las claves anteriores.`)
  if (invalidSeals > 0) {
    lines.push(`  El historial ya tenía ${invalidSeals} sellos que no son de Foja: siguen así. Ejecuta npm run doctor.`)
  }
  return lines
}

async function rotate(config: Config): Promise<void> {
  await withInstallation(config, { migrate: false }, async ({ kysely: db }) => {
    // Before migrating, so that the schema never changes under a running server.
    await refuseInUse(db)
    await migrateToLatest(db)
    const { counts, oldKeysFile } = await rotateKeys(db, config.keyFile, new Date())
    console.log(
      counts === null ? '✓ Se terminó el cambio de claves que se quedó a medias.' : '✓ Claves del servidor cambiadas.',
    )
    for (const line of counts === null ? [] : consequences(counts)) console.log(line)
    console.log(`  Guarda una copia de ${config.keyFile} aparte de los datos.`)
    console.log(
      `  Las claves anteriores están en ${oldKeysFile}: las copias de respaldo de antes solo se abren con ellas. Guárdalas con esas copias, o bórralas.`,
    )
  })
}

let config: Config | undefined
try {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  config = configOf(values.data)
  await rotate(config)
} catch (error) {
  console.error(explain(error, config, 'cambia las claves'))
  process.exitCode = 1
}
