/** What a stored key is bound to: it opens for this user and this certificate only. */
export const keyContext = (user: string, fingerprint: string) => `foja:signer:${user}:${fingerprint}`

/** The purpose under which the server's key takes part in wrapping keys. */
export const signerKeyPurpose = 'signer-wrap'
