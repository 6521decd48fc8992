import type { S3Settings } from '@foja/storage/s3-store'
import { isAbsolute, relative } from 'node:path'
import { isBehindProxy, isPrivate, type Config } from './config.ts'
import { isLoopback } from './lib/is-loopback.ts'

/** True if the database is on another computer and its certificate is not verified. */
function isOpenDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  if (hostname === '' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return false
  return !/^verify-(?:full|ca)$/.test(searchParams.get('sslmode') ?? '')
}

/** True if files and keys travel unencrypted to another computer. */
function isOpenS3({ endpoint }: S3Settings): boolean {
  const { protocol, hostname } = new URL(endpoint)
  return protocol === 'http:' && !isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** True if a copy of the folder has the file too. */
function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file)
  return !isAbsolute(path) && path.split(/[\\/]/)[0] !== '..'
}

/** Recommendations for the operator about the settings, one sentence each. */
export function adviceOn(
  config: Pick<
    Config,
    | 'mail'
    | 'timeZone'
    | 'databaseUrl'
    | 's3'
    | 'host'
    | 'publicUrl'
    | 'trustedProxies'
    | 'encryptFiles'
    | 'keyFile'
    | 'dataFolder'
  >,
): string[] {
  const { mail, timeZone, databaseUrl, host, publicUrl, trustedProxies } = config
  const advice: string[] = []
  if (mail !== undefined && timeZone === undefined) {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
    advice.push(
      'TIME_ZONE no está puesta: los correos dicen la hora de una cita en la zona de quien puso la fecha, y lo demás en la ' +
        `de este equipo (${here}). Para que todos la digan en la de la oficina: TIME_ZONE=America/Guayaquil`,
    )
  }
  if (!isPrivate(config) && publicUrl?.startsWith('https:') !== true) {
    advice.push(
      'Se llega a Foja sin https: las contraseñas pasan por la red a la vista. Pon delante un proxy con https y su ' +
        'dirección en PUBLIC_URL, como PUBLIC_URL=https://foja.example.com',
    )
  }
  if (!isLoopback(host) && isBehindProxy(config) && trustedProxies.length === 0) {
    advice.push(
      'TRUSTED_PROXIES no está puesta: si el proxy no está en este mismo equipo (uno en un contenedor, por ejemplo), todas ' +
        'las personas cuentan como una sola y el historial guarda la dirección del proxy. Pon la suya, como ' +
        'TRUSTED_PROXIES=172.18.0.2',
    )
  }
  if (databaseUrl !== undefined && isOpenDatabase(databaseUrl)) {
    advice.push(
      'DATABASE_URL está en otro equipo y se le habla sin comprobar quién es, o sin cifrar. Agrega ?sslmode=verify-full ' +
        '(y &sslrootcert=RUTA para una autoridad propia), salvo que nadie más use la red entre los dos.',
    )
  }
  if (config.s3 !== undefined && isOpenS3(config.s3)) {
    advice.push(
      'S3_ENDPOINT va sin https: los archivos pasan por la red a la vista. Pon su dirección https, salvo que nadie más use ' +
        'la red entre los dos.',
    )
  }
  if (config.encryptFiles && isInside(config.dataFolder, config.keyFile)) {
    advice.push(
      `El archivo de claves ${config.keyFile} está en la misma carpeta que los archivos cifrados: quien copie el disco o la ` +
        'carpeta se lleva con qué abrirlos. Guárdalo en otro disco, con su copia aparte, y ponlo en ' +
        'FOJA_KEY_FILE=/otro/disco/foja.json',
    )
  }
  return advice
}

/** Printed when the login of the database may not create the role of the policies: see docs/adr/0037. */
export const roleAdvice = (role: string): string =>
  `El usuario de DATABASE_URL no puede usar el rol ${role}: la base no comprueba por su cuenta que cada oficina vea ` +
  'solo lo suyo. Quien la administra lo arregla una vez, y vuelve a iniciar Foja: ' +
  `create role ${role}; grant ${role} to USUARIO;`
