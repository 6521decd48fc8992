/** Languages of the sentences. */
export type ExplainLanguage = 'es' | 'en'

/**
 * A sentence in both languages, with the placeholders `{who}`, `{issuer}`, `{tsa}`, `{field}`, `{pages}`, `{sealed}`,
 * `{intact}`, `{time}` and `{revoked}`. Short, so that laypeople understand it at a glance.
 */
export type Sentence = Record<ExplainLanguage, string>

/** Sentences about a person's signature. */
export const sentences = {
  valid: {
    es: 'La firma de {who}{sealed} es válida: nada ha cambiado y {issuer} responde por su identidad.',
    en: 'The signature of {who}{sealed} is valid: nothing has changed, and {issuer} vouches for their identity.',
  },
  validWithAdditions: {
    es: 'La firma de {who}{sealed} es válida: lo firmado no ha cambiado y {issuer} responde por su identidad.',
    en: 'The signature of {who}{sealed} is valid: what was signed has not changed, and {issuer} vouches for their identity.',
  },
  validArchived: {
    es: 'La firma de {who}{sealed} es válida y está protegida para archivo: nada ha cambiado y {issuer} responde por su identidad.',
    en: 'The signature of {who}{sealed} is valid and protected for archiving: nothing has changed, and {issuer} vouches for their identity.',
  },
  validRevokedLater: {
    es: 'La firma de {who} es válida: se selló el {time}, antes de que su certificado fuera revocado el {revoked}.',
    en: 'The signature of {who} is valid: it was timestamped on {time}, before the certificate was revoked on {revoked}.',
  },
  validTimestampWrong: {
    es: 'La firma de {who} es válida, pero su sello de tiempo no: la hora es la que declaró su equipo.',
    en: 'The signature of {who} is valid, but its timestamp is not: the time is what their own clock said.',
  },
  validTimestampUnknown: {
    es: 'La firma de {who} es válida, pero no conocemos a quien selló su hora ({tsa}).',
    en: 'The signature of {who} is valid, but we do not know who timestamped it ({tsa}).',
  },
  validTimestampUnconfirmed: {
    es: 'La firma de {who} es válida, pero falta que se confirme a quien selló su hora ({tsa}).',
    en: 'The signature of {who} is valid, but who timestamped it ({tsa}) has yet to be confirmed.',
  },
  unconfirmed: {
    es: 'Firmó {who} y {intact}; falta que {issuer} confirme que el certificado sigue vigente.',
    en: '{who} signed and {intact}; {issuer} has yet to confirm that the certificate is still valid.',
  },
  unconfirmedThen: {
    es: 'Firmó {who}{sealed} y {intact}; falta que {issuer} confirme que el certificado estaba vigente ese día.',
    en: '{who} signed{sealed} and {intact}; {issuer} has yet to confirm that the certificate was valid that day.',
  },
  unconfirmedIssuer: {
    es: 'Firmó {who}{sealed} y {intact}; falta confirmar que sigue vigente la autoridad que emitió el certificado ({issuer}).',
    en: '{who} signed{sealed} and {intact}; it has yet to be confirmed that the authority that issued the certificate ({issuer}) is still valid.',
  },
  unconfirmedTimestamp: {
    es: 'Firmó {who}{sealed} y {intact}; falta confirmar el certificado de quien selló la hora ({tsa}).',
    en: '{who} signed{sealed} and {intact}; the certificate of the timestamp authority ({tsa}) has yet to be confirmed.',
  },
  unconfirmable: {
    es: 'Firmó {who}{sealed} y {intact}, pero el certificado no dice dónde preguntar si fue revocado.',
    en: '{who} signed{sealed} and {intact}, but the certificate does not say where to ask whether it was revoked.',
  },
  issuerUnknown: {
    es: 'La firma de {who}{sealed} está íntegra, pero no conocemos a quien emitió su certificado ({issuer}).',
    en: 'The signature of {who}{sealed} is intact, but we do not know who issued the certificate ({issuer}).',
  },
  expired: {
    es: 'La firma de {who} está íntegra, pero su certificado no está vigente y nada prueba que lo estuviera al firmar.',
    en: 'The signature of {who} is intact, but the certificate is not valid now and nothing proves that it was at signing.',
  },
  expiredUnanswered: {
    es: 'La firma de {who}{sealed} está íntegra, pero su certificado venció y nada prueba que no estuviera revocado.',
    en: 'The signature of {who}{sealed} is intact, but the certificate has expired and nothing proves that it was not revoked.',
  },
  notForSigning: {
    es: 'La firma de {who} está íntegra, pero su certificado, o el de quien lo emitió, no sirve para firmar.',
    en: 'The signature of {who} is intact, but the certificate, or that of its issuer, is not meant for signing.',
  },
  weak: {
    es: 'La firma de {who} está íntegra, pero usa un cifrado anticuado que hoy se puede falsificar.',
    en: 'The signature of {who} is intact, but it uses outdated cryptography that can be forged today.',
  },
  revoked: {
    es: 'La firma de {who} no es válida: se hizo con un certificado que estaba revocado desde el {revoked}.',
    en: 'The signature of {who} is not valid: it was made with a certificate that had been revoked since {revoked}.',
  },
  revokedUnproven: {
    es: 'La firma de {who} no se puede dar por válida: su certificado fue revocado el {revoked} y nada prueba que firmara antes.',
    en: 'The signature of {who} cannot be taken as valid: the certificate was revoked on {revoked} and nothing proves that it was made before.',
  },
  revokedBefore: {
    es: 'La firma de {who} no se puede dar por válida: se selló el {time} y su certificado estaba revocado desde el {revoked}.',
    en: 'The signature of {who} cannot be taken as valid: it was timestamped on {time}, and the certificate had been revoked since {revoked}.',
  },
  issuerRevoked: {
    es: 'La firma de {who} no se puede dar por válida: fue revocado un certificado de quien responde por su identidad ({issuer}).',
    en: 'The signature of {who} cannot be taken as valid: a certificate of the authority that vouches for their identity ({issuer}) was revoked.',
  },
  changed: {
    es: 'La firma de {who} no es válida: el documento fue modificado dentro de lo que se había firmado.',
    en: 'The signature of {who} is not valid: the document was altered within what had been signed.',
  },
  modifiedAfter: {
    es: 'La firma de {who} ya no vale para este documento: se modificó después de firmarlo{pages}.',
    en: 'The signature of {who} no longer holds for this document: it was modified after signing{pages}.',
  },
  annotated: {
    es: 'La firma de {who} está íntegra, pero después se agregaron notas{pages} que pueden cambiar lo que se ve.',
    en: 'The signature of {who} is intact, but notes{pages} were added later that may change what is seen.',
  },
  forged: {
    es: 'La firma del campo «{field}» no es válida: está mal formada y pudo ser manipulada.',
    en: 'The signature in the field “{field}” is not valid: it is malformed and may have been tampered with.',
  },
  wrongKey: {
    es: 'La firma de {who} no es válida: no corresponde al certificado que la acompaña.',
    en: 'The signature of {who} is not valid: it does not match the certificate that comes with it.',
  },
  notShown: {
    es: 'El archivo guarda una firma de {who} que el documento ya no muestra.',
    en: 'The file holds a signature of {who} that the document no longer shows.',
  },
  undecided: {
    es: 'No se puede decidir si la firma de {who} es válida.',
    en: 'It cannot be decided whether the signature of {who} is valid.',
  },
} satisfies Record<string, Sentence>

/** Sentences about a document timestamp, which is no person's signature. */
export const timestampSentences = {
  valid: {
    es: 'El documento fue sellado el {time} por {who}: existía entonces y no ha cambiado.',
    en: 'The document was timestamped on {time} by {who}: it existed then and has not changed.',
  },
  unknown: {
    es: 'El sello de tiempo del {time} está íntegro, pero no conocemos a quien lo hizo ({who}).',
    en: 'The timestamp of {time} is intact, but we do not know who made it ({who}).',
  },
  unconfirmed: {
    es: 'El documento fue sellado el {time} por {who} y no ha cambiado; falta confirmar que el certificado de {who} sigue vigente.',
    en: 'The document was timestamped on {time} by {who} and has not changed; it has yet to be confirmed that the certificate of {who} is still valid.',
  },
  expired: {
    es: 'El sello de tiempo del {time} está íntegro, pero el certificado de quien lo hizo ({who}) ya no está vigente.',
    en: 'The timestamp of {time} is intact, but the certificate of its issuer ({who}) is no longer valid.',
  },
  notByAuthority: {
    es: 'El sello de tiempo del {time} no prueba la hora: {who} no puede emitir sellos de tiempo.',
    en: 'The timestamp of {time} does not prove the time: {who} may not issue timestamps.',
  },
  wrong: {
    es: 'El sello de tiempo del campo «{field}» no es válido: no corresponde a este documento.',
    en: 'The timestamp in the field “{field}” is not valid: it does not belong to this document.',
  },
  revokedUnproven: {
    es: 'El sello de tiempo del {time} no prueba la hora: el certificado de quien lo hizo ({who}) fue revocado.',
    en: 'The timestamp of {time} does not prove the time: the certificate of its authority ({who}) was revoked.',
  },
  revoked: {
    es: 'El sello de tiempo del {time} no es válido: el certificado de quien lo hizo ({who}) fue revocado.',
    en: 'The timestamp of {time} is not valid: the certificate of its authority ({who}) was revoked.',
  },
  modifiedAfter: {
    es: 'El documento se modificó después de ser sellado el {time}{pages}.',
    en: 'The document was modified after it was timestamped on {time}{pages}.',
  },
  annotated: {
    es: 'El documento fue sellado el {time}, pero después se agregaron notas{pages} que pueden cambiar lo que se ve.',
    en: 'The document was timestamped on {time}, but notes{pages} were added later that may change what is seen.',
  },
  malformed: {
    es: 'El sello de tiempo del campo «{field}» no es válido: está mal formado y pudo ser manipulado.',
    en: 'The timestamp in the field “{field}” is not valid: it is malformed and may have been tampered with.',
  },
  undecided: {
    es: 'No se puede decidir si el sello de tiempo del campo «{field}» es válido.',
    en: 'It cannot be decided whether the timestamp in the field “{field}” is valid.',
  },
} satisfies Record<string, Sentence>
