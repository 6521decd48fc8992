import { describe, expect, it } from 'vitest'
import { adviceOn } from './config-advice.ts'
import { readConfig } from './config.ts'

const settings = {
  S3_ENDPOINT: 'https://s3.oficina.ec/',
  S3_BUCKET: 'foja',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: 'cl@ve/secreta',
}

describe('the settings of S3', () => {
  it('are none by default, also with a region alone', () => {
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig({ S3_REGION: 'sa-east-1' }).s3).toBeUndefined()
  })

  it('are read with their defaults', () => {
    const s3 = {
      endpoint: 'https://s3.oficina.ec',
      bucket: 'foja',
      region: 'us-east-1',
      accessKeyId: 'AKIA',
      secretAccessKey: 'cl@ve/secreta',
      forcePathStyle: true,
    }
    expect(readConfig(settings).s3).toEqual(s3)
    const more = { ...settings, S3_REGION: 'sa-east-1', S3_FORCE_PATH_STYLE: 'false' }
    expect(readConfig(more).s3).toEqual({ ...s3, region: 'sa-east-1', forcePathStyle: false })
  })

  it.each(Object.keys(settings))('are refused without %s', (name) => {
    expect(() => readConfig({ ...settings, [name]: '' })).toThrow(/S3_SECRET_ACCESS_KEY van juntas: pon las cuatro/)
  })

  it('lead to a bucket of the backups, with or without one of the files', () => {
    const secret = { FOJA_BACKUP_PASSPHRASE: 'cinco palabras al azar' }
    const both = readConfig({ ...settings, ...secret, FOJA_BACKUP_BUCKET: 'foja-copias' })
    expect(both.s3?.bucket).toBe('foja')
    expect(both.backup.bucket).toEqual({ ...both.s3, bucket: 'foja-copias' })
    const alone = readConfig({ ...settings, ...secret, S3_BUCKET: '', FOJA_BACKUP_BUCKET: 'foja-copias' })
    expect(alone.s3).toBeUndefined()
    expect(alone.backup.bucket).toEqual(both.backup.bucket)
    expect(readConfig(settings).backup.bucket).toBeUndefined()
  })

  it.each([
    [{ FOJA_BACKUP_BUCKET: 'foja' }, /FOJA_BACKUP_BUCKET debe ser otro bucket que S3_BUCKET/],
    [{ FOJA_BACKUP_BUCKET: 'copias', S3_ENDPOINT: '' }, /FOJA_BACKUP_BUCKET necesita el servicio S3/],
    [{ FOJA_BACKUP_BUCKET: 'copias', FOJA_BACKUP_PASSPHRASE: '' }, /FOJA_BACKUP_BUCKET necesita con qué cifrar/],
    [{ FOJA_BACKUP_BUCKET: 'copias', FOJA_BACKUP_DIR: '/copias' }, /no van juntas: pon una de las dos/],
    [{ FOJA_BACKUP_BUCKET: 'foja/copias' }, /FOJA_BACKUP_BUCKET debe ser el nombre de un bucket/],
  ])('refuse a bucket of the backups when they are %j', (more, words) => {
    const secret = { FOJA_BACKUP_PASSPHRASE: 'cinco palabras al azar' }
    expect(() => readConfig({ ...settings, ...secret, ...more })).toThrow(words)
  })

  it.each([
    ['S3_ENDPOINT', 's3.oficina.ec'],
    ['S3_ENDPOINT', 'https://s3.oficina.ec/foja'],
    ['S3_ENDPOINT', 'https://usuario:cl@ve@s3.oficina.ec'],
    ['S3_BUCKET', 'foja/archivos'],
    ['S3_BUCKET', '..'],
    ['S3_REGION', 'sa east'],
    ['S3_SECRET_ACCESS_KEY', 'cl ave'],
    ['S3_FORCE_PATH_STYLE', 'si'],
  ])('name %s when it is %s, without its value', (name, value) => {
    const read = () => readConfig({ ...settings, [name]: value })
    expect(read).toThrow(new RegExp(`^Configuración: ${name} debe ser [^;]*\\.$`))
    expect(read).not.toThrow(value)
    expect(read).not.toThrow(/cl@ve/)
  })

  it('come with advice when files travel unencrypted to another computer', () => {
    const open = [expect.stringMatching(/^S3_ENDPOINT va sin https/)]
    expect(adviceOn(readConfig({ ...settings, S3_ENDPOINT: 'http://s3.oficina.ec' }))).toEqual(open)
    expect(adviceOn(readConfig({ ...settings, S3_ENDPOINT: 'http://127.0.0.1:9000' }))).toEqual([])
    expect(adviceOn(readConfig(settings))).toEqual([])
  })
})
