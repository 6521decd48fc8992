import type { mySignature } from './texts/my-signature.ts'

const has = (extension: string) => (file: File) => file.name.toLowerCase().endsWith(extension)

/** An error in the files chosen as a certificate; `name` is the file of a wrong type. */
export type FilesProblem = { code: 'missing' | 'pair' } | { code: 'type'; name: string }

/** Null if the files can be sent. */
export function checkCertificateFiles(files: readonly File[]): FilesProblem | null {
  if (files.length === 0) return { code: 'missing' }
  const wrong = files.find((file) => !/\.(p12|pfx|cer|crt|pem|der|key)$/i.test(file.name))
  if (wrong !== undefined) return { code: 'type', name: wrong.name }
  const packed = files.some(has('.p12')) || files.some(has('.pfx'))
  const certificate = files.some((file) => /\.(cer|crt|pem|der)$/i.test(file.name))
  return packed || (certificate && files.some(has('.key'))) ? null : { code: 'pair' }
}

export function describeFiles(problem: FilesProblem, texts: typeof mySignature): string {
  if (problem.code === 'type') return texts.uploadType(problem.name)
  return problem.code === 'pair' ? texts.uploadPair : texts.uploadMissing
}
