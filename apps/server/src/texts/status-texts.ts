import type { EmailReason } from './email-reasons.ts'
import type { MailTestFailure } from './mail-test-texts.ts'
import type { Locale } from './locale.ts'

/**
 * A sentence, and what to do or a detail; null: nothing to do. `effect`: what waits until it is repaired, if something
 * does.
 */
export type Said = { sentence: string; next: string | null; effect: string | null }

const say = (sentence: string, next: string | null = null, effect: string | null = null): Said => ({
  sentence,
  next,
  effect,
})

/** Why the mail server takes no message: the end of a sentence that begins with its name, and what to do. */
type MailFailure = MailTestFailure | EmailReason

const size = (bytes: number, language: string) => {
  const [unit, value] = bytes < 1e9 ? ['MB', bytes / 1e6] : ['GB', bytes / 1e9]
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} ${unit}`
}
const count = (value: number, language: string) => new Intl.NumberFormat(language).format(value)

const es = {
  late: (seconds: number) =>
    say(`No respondió en ${seconds} segundos`, 'Vuelve a probar. Si sigue así, revisa el servidor.'),
  broken: say('La prueba falló por un error inesperado', 'El registro del servidor dice por qué.'),
  database: {
    embedded: 'La base incluida',
    ok: (name: string, ms: number, used: number, most: number) =>
      say(`${name} responde en ${ms} ms`, `${used} de ${most} ${most === 1 ? 'conexión' : 'conexiones'} en uso`),
    crowded: (name: string, waiting: number) =>
      say(
        `${name} va lenta: ${waiting} ${waiting === 1 ? 'consulta espera' : 'consultas esperan'} una conexión`,
        'Si sigue así, revisa qué más usa ese servidor.',
      ),
    down: say('La base de datos no responde', 'Revisa que esté encendida y la dirección de DATABASE_URL.'),
  },
  disk: {
    ok: (free: number, total: number) => say(`Quedan ${size(free, 'es')} de ${size(total, 'es')}`),
    low: (free: number, total: number) =>
      say(
        `Quedan ${size(free, 'es')} de ${size(total, 'es')}`,
        'Libera espacio o amplía el disco: lleno no se guarda ni se firma nada.',
      ),
    unknown: say('No se pudo medir el disco', 'Revisa que la carpeta de datos exista y se pueda leer.'),
  },
  files: {
    ok: (ms: number) => say('Los archivos se guardan y se leen', `Se escribió, leyó y borró uno de prueba en ${ms} ms`),
    full: say(
      'El disco está lleno y no se guarda ningún archivo',
      'Libera espacio o amplía el disco, y vuelve a probar.',
    ),
    forbidden: say(
      'Foja no puede escribir donde guarda los archivos',
      'Da permiso de escritura al usuario de Foja y vuelve a probar.',
    ),
    failed: say('No se pudo guardar y leer un archivo de prueba', 'Revisa el disco o el almacén y vuelve a probar.'),
  },
  mail: {
    none: (held: number) =>
      say(
        'No hay un servidor de correo',
        held === 0
          ? 'Ponlo en Correos para enviar avisos e invitaciones.'
          : `Ponlo en Correos: ${held === 1 ? 'espera 1 mensaje' : `esperan ${count(held, 'es')} mensajes`}.`,
      ),
    locked: say('La contraseña guardada ya no se abre en este servidor', 'Escríbela otra vez en Correos.'),
    ok: (host: string, backlog: string) => say(`${host} acepta la conexión`, backlog),
    sent: (host: string, to: string, backlog: string) => say(`${host} aceptó una prueba para ${to}`, backlog),
    failed: (host: string, failure: MailFailure, waiting: number) => {
      const [what, todo] = es.mail.failures[failure] ?? ['no toma los mensajes', 'Revisa sus datos en Correos.']
      const effect =
        waiting === 0
          ? null
          : `${es.mail.waiting(waiting)} y ${waiting === 1 ? 'saldrá solo' : 'saldrán solos'} cuando se arregle.`
      return say(`${host} ${what}`, todo, effect)
    },
    failures: {
      host_not_found: ['no se encuentra', 'Revisa en Correos cómo está escrito.'],
      refused: ['no atiende en ese puerto', 'Revisa el puerto en Correos: suele ser 587 o 465.'],
      unreachable: ['no se alcanza', 'Revisa el nombre, el puerto y el cortafuegos.'],
      timeout: ['no responde a tiempo', 'Revisa el puerto y el cortafuegos.'],
      connection_lost: ['corta la conexión', 'Revisa la seguridad en Correos: TLS va con 465.'],
      tls_failed: ['no logra una conexión segura', 'Revisa la seguridad en Correos y su certificado.'],
      login_refused: ['rechaza la contraseña', 'Escribe la nueva en Correos y vuelve a probar.'],
      sender_refused: ['no acepta ese remitente', 'Pon en Correos la dirección de la cuenta.'],
      recipient_refused: ['no acepta tu dirección', 'Revisa tu correo en Mi perfil.'],
      server_busy: ['pide intentarlo más tarde', 'Vuelve a probar en unos minutos.'],
    } as Partial<Record<MailFailure, [string, string]>>,
    waiting: (waiting: number) => (waiting === 1 ? 'Espera 1 mensaje' : `Esperan ${count(waiting, 'es')} mensajes`),
    backlog: (waiting: number, failed: number) => {
      const first = waiting === 0 ? 'Ningún mensaje espera' : es.mail.waiting(waiting)
      if (failed === 0) return first
      const lost = failed === 1 ? '1 no salió esta semana' : `${count(failed, 'es')} no salieron esta semana`
      return `${first}; ${lost}: mira Correos.`
    },
  },
  timestamp: {
    none: say('No hay una autoridad de sellado', 'Ponla en Ajustes de firma si la necesitas.'),
    ok: (host: string, ms: number) => say(`${host} sella en ${count(ms, 'es')} ms`),
    untrusted: (host: string) =>
      say(
        `${host} sella, pero su certificado no es de confianza`,
        'Enciende su país en Autoridades, o agrega su raíz.',
      ),
    failed: (host: string, why: string) =>
      say(`${host} no dio un sello. ${why}`.trim(), 'Prueba en unos minutos. Si sigue así, cambia de autoridad.'),
    late: (host: string, seconds: number) =>
      say(`${host} no respondió en ${seconds} segundos`, 'Prueba en unos minutos. Si sigue así, cambia de autoridad.'),
  },
  sign_in: {
    none: say('No hay un proveedor de ingreso', 'Con OIDC_ISSUER se entra con las cuentas de la oficina.'),
    ok: (name: string, ms: number, people: number) =>
      say(
        `${name} responde en ${count(ms, 'es')} ms`,
        people === 1 ? '1 persona entra por aquí' : `${count(people, 'es')} personas entran por aquí`,
      ),
    failed: (name: string) =>
      say(`${name} no responde como debe`, 'Revisa OIDC_ISSUER y la red. Mientras tanto se entra con la contraseña.'),
  },
  jobs: {
    ok: (done: number) =>
      say('Ninguno atrasado', done === 1 ? '1 hecho en el último día' : `${count(done, 'es')} hechos en el último día`),
    late: (late: number, names: string) =>
      say(
        late === 1 ? '1 atrasado' : `${count(late, 'es')} atrasados`,
        `${names}. Si no bajan en unos minutos, reinicia Foja y mira su registro.`,
      ),
    failed: (failed: number, names: string) =>
      say(
        failed === 1 ? '1 falló en todos sus intentos' : `${count(failed, 'es')} fallaron en todos sus intentos`,
        `${names}. Reinténtalos o descártalos más abajo.`,
      ),
    stopped: say('Los trabajos están detenidos', 'Reinicia Foja: sin ellos no salen los correos.'),
  },
  backup: {
    none: say(
      'No hay copias automáticas',
      'Pon en FOJA_BACKUP_DIR una carpeta de otro disco (o en FOJA_BACKUP_BUCKET un bucket) y en FOJA_BACKUP_PASSPHRASE una frase, y reinicia Foja.',
    ),
    first: say('Todavía no hay ninguna', 'La primera empieza en unos minutos.'),
    old: say('La última tiene más de dos días', 'Deja Foja encendida a esa hora, o haz una copia ahora.'),
    full: say('La última falló: no queda espacio en el disco de las copias', 'Libera espacio y haz una copia ahora.'),
    missing: say(
      'La última falló: la carpeta de las copias no está',
      'Conecta su disco o crea la carpeta, y haz una copia ahora.',
    ),
    forbidden: say(
      'La última falló: Foja no puede escribir en la carpeta de las copias',
      'Da permiso de escritura al usuario de Foja y haz una copia ahora.',
    ),
    bucket_missing: say(
      'La última falló: el bucket de las copias no existe',
      'Créalo o corrige FOJA_BACKUP_BUCKET, y haz una copia ahora.',
    ),
    bucket_forbidden: say(
      'La última falló: el servicio S3 no deja usar el bucket de las copias',
      'Revisa las claves y sus permisos (listar, leer, guardar y borrar), y haz una copia ahora.',
    ),
    bucket_full: say(
      'La última falló: el bucket de las copias está lleno',
      'Haz sitio o amplía su cuota, y haz una copia ahora.',
    ),
    bucket_unreachable: say(
      'La última falló: el bucket de las copias no responde',
      'Revisa S3_ENDPOINT y la red. Se repite cada hora, o haz una copia ahora.',
    ),
    cut: say('La última se cortó: Foja se detuvo mientras la hacía', 'Se repite sola, o haz una copia ahora.'),
    failed: say(
      'La última falló por un error inesperado',
      'Se repite cada hora; el registro del servidor dice por qué.',
    ),
  },
  antivirus: {
    none: say('No hay un antivirus', 'Con FOJA_CLAMD, ClamAV revisa lo que se sube.'),
    ok: (ms: number) => say(`ClamAV responde en ${ms} ms`),
    down: say(
      'ClamAV no responde y no se puede subir nada',
      'Revisa que clamd esté encendido y la dirección de FOJA_CLAMD.',
    ),
  },
}

type StatusTexts = typeof es

const en: StatusTexts = {
  late: (seconds) =>
    say(`No answer within ${seconds} seconds`, 'Check again. If it stays like this, look at the server.'),
  broken: say('The check failed with an unexpected error', 'The log of the server says why.'),
  database: {
    embedded: 'The included database',
    ok: (name, ms, used, most) =>
      say(`${name} answers in ${ms} ms`, `${used} of ${most} ${most === 1 ? 'connection' : 'connections'} in use`),
    crowded: (name, waiting) =>
      say(
        `${name} is slow: ${waiting} ${waiting === 1 ? 'query waits' : 'queries wait'} for a connection`,
        'If it stays like this, find out what else uses that server.',
      ),
    down: say('The database does not answer', 'Check that it runs, and the address in DATABASE_URL.'),
  },
  disk: {
    ok: (free, total) => say(`${size(free, 'en')} of ${size(total, 'en')} left`),
    low: (free, total) =>
      say(
        `${size(free, 'en')} of ${size(total, 'en')} left`,
        'Free some space or enlarge the disk: once it is full, nothing is stored or signed.',
      ),
    unknown: say('The disk could not be measured', 'Check that the data folder exists and can be read.'),
  },
  files: {
    ok: (ms) => say('Files are stored and read', `A test file was written, read and removed in ${ms} ms`),
    full: say('The disk is full and no file is stored', 'Free some space or enlarge the disk, and check again.'),
    forbidden: say(
      'Foja may not write where it stores files',
      'Give the user of Foja permission to write, and check again.',
    ),
    failed: say('A test file could not be stored and read', 'Look at the disk or the store, and check again.'),
  },
  mail: {
    none: (held) =>
      say(
        'There is no mail server',
        held === 0
          ? 'Set it in Emails to send notices and invitations.'
          : `Set it in Emails: ${held === 1 ? '1 message waits' : `${count(held, 'en')} messages wait`}.`,
      ),
    locked: say('The stored password no longer opens on this server', 'Type it again in Emails.'),
    ok: (host, backlog) => say(`${host} accepts the connection`, backlog),
    sent: (host, to, backlog) => say(`${host} took a test for ${to}`, backlog),
    failed: (host, failure, waiting) => {
      const [what, todo] = en.mail.failures[failure] ?? ['does not take the messages', 'Check its settings in Emails.']
      const effect = waiting === 0 ? null : `${en.mail.waiting(waiting)} and will go out once it is repaired.`
      return say(`${host} ${what}`, todo, effect)
    },
    failures: {
      host_not_found: ['cannot be found', 'Check its spelling in Emails.'],
      refused: ['does not answer on that port', 'Check the port in Emails: usually 587 or 465.'],
      unreachable: ['cannot be reached', 'Check the name, the port and the firewall.'],
      timeout: ['does not answer in time', 'Check the port and the firewall.'],
      connection_lost: ['closes the connection', 'Check the security in Emails: TLS goes with 465.'],
      tls_failed: ['makes no secure connection', 'Check the security in Emails and its certificate.'],
      login_refused: ['refuses the password', 'Type the new one in Emails and check again.'],
      sender_refused: ['does not accept that sender', 'Set the address of the account in Emails.'],
      recipient_refused: ['does not accept your address', 'Check your email in My profile.'],
      server_busy: ['asks to try later', 'Check again in a few minutes.'],
    },
    waiting: (waiting) => (waiting === 1 ? '1 message waits' : `${count(waiting, 'en')} messages wait`),
    backlog: (waiting, failed) => {
      const first = waiting === 0 ? 'No message waits' : en.mail.waiting(waiting)
      if (failed === 0) return first
      return `${first}; ${count(failed, 'en')} did not go out this week: see Emails.`
    },
  },
  timestamp: {
    none: say('There is no timestamp authority', 'Set it in Signing settings if you need one.'),
    ok: (host, ms) => say(`${host} answers in ${count(ms, 'en')} ms`),
    untrusted: (host) =>
      say(
        `${host} answers, but its certificate is not trusted`,
        'Turn on its country in Authorities, or add its root.',
      ),
    failed: (host, why) =>
      say(
        `${host} gave no timestamp. ${why}`.trim(),
        'Try in a few minutes. If it stays like this, change the authority.',
      ),
    late: (host, seconds) =>
      say(
        `${host} did not answer within ${seconds} seconds`,
        'Try in a few minutes. If it stays like this, change the authority.',
      ),
  },
  sign_in: {
    none: say('There is no sign-in provider', 'With OIDC_ISSUER people sign in with the accounts of the office.'),
    ok: (name, ms, people) =>
      say(
        `${name} answers in ${count(ms, 'en')} ms`,
        people === 1 ? '1 person signs in this way' : `${count(people, 'en')} people sign in this way`,
      ),
    failed: (name) =>
      say(`${name} does not answer properly`, 'Check OIDC_ISSUER and the network. Passwords still work.'),
  },
  jobs: {
    ok: (done) => say('None is late', `${count(done, 'en')} done within the last day`),
    late: (late, names) =>
      say(
        `${count(late, 'en')} late`,
        `${names}. If they do not go down within minutes, restart Foja and look at its log.`,
      ),
    failed: (failed, names) =>
      say(`${count(failed, 'en')} failed at every try`, `${names}. Retry or discard them below.`),
    stopped: say('The jobs are stopped', 'Restart Foja: without them no message goes out.'),
  },
  backup: {
    none: say(
      'There are no automatic backups',
      'Set FOJA_BACKUP_DIR to a folder on another disk (or FOJA_BACKUP_BUCKET to a bucket) and FOJA_BACKUP_PASSPHRASE to a phrase, and restart Foja.',
    ),
    first: say('There is none yet', 'The first one starts within minutes.'),
    old: say('The last one is more than two days old', 'Leave Foja on at that time, or make a backup now.'),
    full: say('The last one failed: the disk of the backups is full', 'Free some space and make a backup now.'),
    missing: say(
      'The last one failed: the folder of the backups is not there',
      'Connect its disk or create the folder, and make a backup now.',
    ),
    forbidden: say(
      'The last one failed: Foja may not write to the folder of the backups',
      'Give the user of Foja permission to write, and make a backup now.',
    ),
    bucket_missing: say(
      'The last one failed: the bucket of the backups does not exist',
      'Create it or correct FOJA_BACKUP_BUCKET, and make a backup now.',
    ),
    bucket_forbidden: say(
      'The last one failed: the S3 service refuses the bucket of the backups',
      'Check the keys and their permissions (list, read, write and delete), and make a backup now.',
    ),
    bucket_full: say(
      'The last one failed: the bucket of the backups is full',
      'Free some space or raise its quota, and make a backup now.',
    ),
    bucket_unreachable: say(
      'The last one failed: the bucket of the backups does not answer',
      'Check S3_ENDPOINT and the network. It is repeated each hour, or make a backup now.',
    ),
    cut: say('The last one was cut off: Foja stopped meanwhile', 'It is repeated by itself, or make a backup now.'),
    failed: say(
      'The last one failed with an unexpected error',
      'It is repeated each hour; the log of the server says why.',
    ),
  },
  antivirus: {
    none: say('There is no antivirus', 'With FOJA_CLAMD, ClamAV scans what is uploaded.'),
    ok: (ms) => say(`ClamAV answers in ${ms} ms`),
    down: say(
      'ClamAV does not answer and nothing can be uploaded',
      'Check that clamd runs, and the address in FOJA_CLAMD.',
    ),
  },
}

export const statusTexts: Record<Locale, StatusTexts> = { es, en }
