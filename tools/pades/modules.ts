/**
 * The public modules of packages/pades by purpose: the content of docs/API.md and the exports of the published package.
 * All other modules are internal and may change.
 */
export const publicModules: Readonly<Record<string, readonly string[]>> = {
  Keys: ['open-p12', 'signer', 'key-signer'],
  Signing: ['sign', 'prepare', 'embed', 'levels', 'archive', 'appearance/margin', 'repair'],
  Verifying: ['verify', 'verify-online', 'explain'],
  'Certificates and evidence': ['certificate', 'chain', 'revocation', 'validation-data', 'preflight'],
  Network: ['net/fetcher', 'net/http-fetcher', 'net/validation-cache', 'net/tsa-client'],
  'In a page': ['browser/open-p12', 'browser/key-server', 'browser/key-messages'],
  Errors: ['errors'],
}

export const publicNames: readonly string[] = Object.values(publicModules).flat()
