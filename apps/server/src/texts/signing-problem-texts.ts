import type { ErrorCode } from '@foja/contracts/problem'
import type { Locale } from './locale.ts'
import { both, type ProblemText } from './problem-text.ts'

/** Texts of errors about keys, certificates, signatures and authorities. */
export const signingProblemTexts = {
  pdf_forbids_signing: both(
    {
      title: 'Este PDF no admite más firmas',
      detail: 'Quien lo firmó antes lo cerró a nuevos cambios. Pide una versión que permita firmar.',
    },
    {
      title: 'This PDF allows no more signatures',
      detail: 'An earlier signer closed it to changes. Ask for a version that allows signing.',
    },
  ),
  rectangle_outside_page: both(
    {
      title: 'La firma queda fuera de la página',
      detail: 'Mueve o reduce el recuadro hasta que quede entero dentro de la página.',
    },
    {
      title: 'The signature falls outside the page',
      detail: 'Move or shrink the box until all of it is inside the page.',
    },
  ),
  field_not_found: both(
    { title: 'Ese campo de firma no existe', detail: 'Recarga el documento y elige otro lugar para firmar.' },
    { title: 'That signature field does not exist', detail: 'Reload the document and choose another place to sign.' },
  ),
  field_already_signed: both(
    { title: 'Ese campo ya está firmado', detail: 'Elige otro campo, o dibuja un recuadro en un lugar libre.' },
    { title: 'That field is already signed', detail: 'Choose another field, or draw a box in a free place.' },
  ),
  text_not_encodable: both(
    {
      title: 'Hay un carácter que no se puede escribir en el PDF',
      detail: 'Quita emojis o símbolos poco comunes del motivo o del lugar y vuelve a firmar.',
    },
    {
      title: 'A character cannot be written in the PDF',
      detail: 'Remove emoji or unusual symbols from the reason or place and sign again.',
    },
  ),
  stale_document: both(
    {
      title: 'El documento cambió mientras lo veías',
      detail: 'Otra persona guardó una versión nueva. Recarga la página, revísala y vuelve a intentarlo.',
    },
    {
      title: 'The document changed while you were reading',
      detail: 'Another person saved a new version. Reload the page, read it and try again.',
    },
  ),
  document_not_signed: both(
    {
      title: 'El documento no tiene firmas',
      detail: 'Solo se puede reforzar un documento que ya está firmado. Fírmalo primero.',
    },
    { title: 'The document has no signatures', detail: 'Only a signed document can be strengthened. Sign it first.' },
  ),
  signature_mismatch: both(
    {
      title: 'La firma no corresponde al documento',
      detail: 'Lo que firmó tu clave no es lo que se había preparado. Vuelve a firmar desde el principio.',
    },
    {
      title: 'The signature does not match the document',
      detail: 'What your key signed is not what had been prepared. Start signing again.',
    },
  ),
  preparation_expired: both(
    {
      title: 'Pasó demasiado tiempo',
      detail: 'La firma que se había preparado venció o ya se usó. Vuelve a firmar; el documento no ha cambiado.',
    },
    {
      title: 'Too much time has passed',
      detail: 'The prepared signature expired or was used already. Sign again; the document has not changed.',
    },
  ),
  timestamp_not_configured: both(
    {
      title: 'Falta la autoridad de sellado de tiempo',
      detail:
        'Para firmar con sello de tiempo tiene que estar en Ajustes de firma: si no puedes cambiarlos, pídelo a tu administrador. También puedes firmar sin sello (nivel B-B).',
    },
    {
      title: 'No timestamp authority is set',
      detail:
        'To sign with a timestamp it must be in the signing settings: if you cannot change them, ask your administrator. You can also sign without it (level B-B).',
    },
  ),
  timestamp_failed: both(
    {
      title: 'No se obtuvo el sello de tiempo',
      detail:
        'La autoridad de sellado no respondió como debía y no se firmó nada. Inténtalo de nuevo en unos minutos, o firma sin sello de tiempo (nivel B-B).',
    },
    {
      title: 'The timestamp could not be obtained',
      detail:
        'The timestamp authority did not answer properly and nothing was signed. Try again in a few minutes, or sign without a timestamp (level B-B).',
    },
  ),
  revocation_unavailable: both(
    {
      title: 'No se pudo comprobar el estado del certificado',
      detail:
        'La autoridad que lo emitió no dijo si sigue vigente, y no se firmó nada. Inténtalo de nuevo más tarde, o firma con un nivel menor (B-T o B-B).',
    },
    {
      title: 'The certificate status could not be checked',
      detail:
        'Its issuer did not say whether it is still valid, and nothing was signed. Try again later, or sign at a lower level (B-T or B-B).',
    },
  ),
  chain_incomplete: both(
    {
      title: 'Falta el certificado de quien emitió el tuyo',
      detail:
        'Para este nivel hace falta la cadena completa hasta una autoridad conocida. Tiene que estar encendida en Autoridades: si no puedes cambiarlas, pídelo a tu administrador. También puedes firmar con un nivel menor.',
    },
    {
      title: 'The issuer of your certificate is missing',
      detail:
        'This level needs the whole chain up to a known authority. It must be on under Authorities: if you cannot change them, ask your administrator. You can also sign at a lower level.',
    },
  ),
  certificate_revoked: both(
    {
      title: 'El certificado está revocado',
      detail: 'La autoridad que lo emitió lo anuló y ya no sirve para firmar. Pide uno nuevo.',
    },
    {
      title: 'The certificate is revoked',
      detail: 'Its issuer has cancelled it and it can no longer sign. Request a new one.',
    },
  ),
  issuer_not_found: both(
    {
      title: 'Ese emisor no viene en el documento',
      detail:
        'La firma no trae el certificado de su autoridad. Descárgalo de la web de la autoridad y agrégalo en Autoridades.',
    },
    {
      title: 'The document does not carry that issuer',
      detail:
        'The signature does not contain its authority’s certificate. Download it from the authority’s site and add it under Authorities.',
    },
  ),
  code_unknown: both(
    {
      title: 'No hay ningún documento con ese código',
      detail:
        'Revisa que lo copiaste completo: son cuatro grupos de cuatro letras y números. Si tienes el PDF, verifícalo directamente.',
    },
    {
      title: 'No document has that code',
      detail:
        'Check that you copied all of it: four groups of four letters and digits. If you have the PDF, verify the file itself.',
    },
  ),
  no_signer: both(
    {
      title: 'Aún no has guardado tu certificado',
      detail: 'Ve a Mi firma, sube tu archivo .p12 o .pfx con su clave, y vuelve a firmar.',
    },
    {
      title: 'You have not saved your certificate yet',
      detail: 'Go to My signature, upload your .p12 or .pfx file with its passphrase, and sign again.',
    },
  ),
  p12_wrong_passphrase: both(
    {
      title: 'La clave del certificado no es correcta',
      detail: 'Esa clave no abre tu certificado. Es la clave del archivo, no la contraseña de Foja.',
    },
    {
      title: 'The passphrase is wrong',
      detail:
        'That passphrase does not open your certificate. It is the passphrase of the file, not your Foja password.',
    },
  ),
  passphrase_paused: both(
    {
      title: 'Demasiadas claves equivocadas',
      detail: 'La pausa protege tu firma de quien intente adivinar su clave.',
    },
    {
      title: 'Too many wrong passphrases',
      detail: 'The pause protects your signature from guesses at its passphrase.',
    },
  ),
  passphrase_empty: both(
    {
      title: 'Tu archivo de firma no tiene clave',
      detail: 'Sin ella, quien copie el archivo puede firmar por ti. Ponle una clave al archivo antes de guardarlo.',
    },
    {
      title: 'Your signature file has no passphrase',
      detail:
        'Without one, anyone who copies the file can sign for you. Give the file a passphrase before you save it here.',
    },
  ),
  p12_damaged: both(
    {
      title: 'El archivo de la firma está dañado',
      detail: 'No se puede leer. Descárgalo otra vez de la autoridad que lo emitió y súbelo de nuevo.',
    },
    {
      title: 'The signature file is damaged',
      detail: 'It cannot be read. Download it again from its issuer and upload it.',
    },
  ),
  p12_unsupported_algorithm: both(
    {
      title: 'El archivo de la firma usa un cifrado que no se admite',
      detail: 'Impórtalo en tu equipo, expórtalo otra vez como .p12 y sube ese archivo.',
    },
    {
      title: 'The signature file uses an unsupported cipher',
      detail: 'Import it on your computer, export it again as .p12 and upload that file.',
    },
  ),
  p12_too_large: both(
    {
      title: 'El archivo de la firma es demasiado grande',
      detail: 'Un .p12 suele pesar unos kilobytes. Comprueba que elegiste el archivo correcto.',
    },
    {
      title: 'The signature file is too large',
      detail: 'A .p12 is usually a few kilobytes. Check that you chose the right file.',
    },
  ),
  p12_too_slow: both(
    {
      title: 'El archivo de la firma tarda demasiado en abrirse',
      detail: 'Su cifrado exige demasiado cálculo. Expórtalo otra vez desde tu equipo y sube ese archivo.',
    },
    {
      title: 'The signature file takes too long to open',
      detail: 'Its encryption requires too much computation. Export it again from your computer and upload that file.',
    },
  ),
  p12_no_private_key: both(
    {
      title: 'El archivo no contiene la clave para firmar',
      detail: 'Exporta el certificado otra vez marcando «incluir la clave privada», o sube también el archivo .key.',
    },
    {
      title: 'The file has no key to sign with',
      detail: 'Export the certificate again including the private key, or upload the .key file too.',
    },
  ),
  p12_no_matching_certificate: both(
    {
      title: 'El certificado y la clave no corresponden entre sí',
      detail: 'Comprueba que el certificado y la clave se emitieron juntos y súbelos de nuevo.',
    },
    {
      title: 'The certificate and the key do not match',
      detail: 'Check that both were issued together and upload them again.',
    },
  ),
  certificate_damaged: both(
    {
      title: 'El certificado no se puede leer',
      detail: 'El archivo está dañado o no es un certificado. Descárgalo otra vez y súbelo de nuevo.',
    },
    {
      title: 'The certificate cannot be read',
      detail: 'The file is damaged or is not a certificate. Download it again and upload it.',
    },
  ),
  certificate_expired: both(
    {
      title: 'El certificado caducó',
      detail: 'Ya no sirve para firmar. Renuévalo con la autoridad que lo emitió y sube el nuevo en Mi firma.',
    },
    {
      title: 'The certificate has expired',
      detail: 'It can no longer sign. Renew it with its issuer and upload the new one in My signature.',
    },
  ),
  certificate_not_yet_valid: both(
    {
      title: 'El certificado todavía no es válido',
      detail: 'Su vigencia aún no empieza. Espera a esa fecha, o revisa que el reloj del servidor esté en hora.',
    },
    {
      title: 'The certificate is not valid yet',
      detail: 'Its validity has not begun. Wait for that date, or check the clock of the server.',
    },
  ),
  certificate_not_for_signing: both(
    {
      title: 'Ese certificado no es para firmar',
      detail: 'Fue emitido para otro uso, como cifrar o identificar un sitio. Sube el de firma electrónica.',
    },
    {
      title: 'That certificate is not for signing',
      detail: 'It was issued for another use, such as encryption. Upload the one for electronic signatures.',
    },
  ),
  certificate_weak_key: both(
    {
      title: 'La clave del certificado es demasiado débil',
      detail: 'Ya no se considera segura. Pide a la autoridad un certificado nuevo.',
    },
    {
      title: 'The certificate key is too weak',
      detail: 'It is no longer considered safe. Ask the issuer for a new certificate.',
    },
  ),
  trust_anchor_not_ca: both(
    {
      title: 'Ese certificado no es de una autoridad',
      detail: 'Sube el certificado raíz o intermedio de la autoridad que emite las firmas, no el de una persona.',
    },
    {
      title: 'That certificate is not an authority’s',
      detail: 'Upload the root or intermediate certificate of the issuer, not that of a person.',
    },
  ),
  trust_anchor_exists: both(
    { title: 'Esa autoridad ya está en la lista', detail: 'No hace falta agregarla otra vez.' },
    { title: 'That authority is already listed', detail: 'There is no need to add it again.' },
  ),
} satisfies Partial<Record<ErrorCode, Record<Locale, ProblemText>>>
