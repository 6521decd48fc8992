import type { Texts } from '../../i18n/es.ts'

const has = (extension: string) => (file: File) => file.name.toLowerCase().endsWith(extension)

/** What is wrong with the files chosen as a certificate, in words; null when they can be sent. */
export function checkCertificateFiles(files: readonly File[], signing: Texts['signing']): string | null {
  if (files.length === 0) return signing.uploadMissing
  const wrong = files.find((file) => !/\.(p12|pfx|cer|crt|pem|der|key)$/i.test(file.name))
  if (wrong !== undefined) return signing.uploadType(wrong.name)
  const packed = files.some(has('.p12')) || files.some(has('.pfx'))
  const certificate = files.some((file) => /\.(cer|crt|pem|der)$/i.test(file.name))
  return packed || (certificate && files.some(has('.key'))) ? null : signing.uploadPair
}
