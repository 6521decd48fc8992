import { expect, it } from 'vitest'
import { requestedOptions, type RequestedOptions, type SigningRequest } from './signing-context.ts'

const options: Required<RequestedOptions> = {
  position: { page: 1, x: 10, y: 10, width: 100, height: 40 },
  field: 'Signature1',
  appearance: 'qr',
  repeat: 'once',
  image_text: true,
  reason: 'Approval',
  location: 'Quito',
  level: 'B-T',
  certify: 1,
  lock: { action: 'all' },
  commitment_type: 'proof_of_approval',
  utc_offset: -300,
  language: 'es',
}

it('keeps every signature option of a request, but no passphrase and no .p12', () => {
  const request: SigningRequest = {
    ...options,
    ids_documento: ['one', 'two'],
    password: 'secret passphrase',
    key: { p12: 'c2VjcmV0IGtleQ==' },
    hashes: {},
  }
  expect(requestedOptions(request)).toEqual(options)
})
