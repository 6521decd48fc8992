import { both } from './problem-text.ts'

/** Texts of errors about files and their pages. */
export const fileProblemTexts = {
  file_missing: both(
    { title: 'Falta el archivo', detail: 'Adjunta el archivo y vuelve a enviar.' },
    { title: 'The file is missing', detail: 'Attach the file and send again.' },
  ),
  file_empty: both(
    { title: 'El archivo está vacío', detail: 'El archivo no tiene contenido. Ábrelo para comprobarlo y elige otro.' },
    { title: 'The file is empty', detail: 'The file has no content. Open it to check, and choose another.' },
  ),
  file_too_large: both(
    {
      title: 'El archivo es demasiado grande',
      detail: 'Supera el tamaño permitido. Redúcelo o divídelo en partes y vuelve a adjuntarlo.',
    },
    {
      title: 'The file is too large',
      detail: 'It exceeds the allowed size. Make it smaller or split it, and attach it again.',
    },
  ),
  too_many_files: both(
    { title: 'Hay demasiados archivos', detail: 'Quita algunos y envíalos en otra tanda.' },
    { title: 'There are too many files', detail: 'Remove some and send them in another batch.' },
  ),
  file_type_not_allowed: both(
    {
      title: 'Ese tipo de archivo no se admite',
      detail: 'Guárdalo en uno de los formatos que admite esta pantalla, como PDF, y vuelve a adjuntarlo.',
    },
    {
      title: 'That kind of file is not accepted',
      detail: 'Save it in one of the formats that this screen accepts, such as PDF, and attach it again.',
    },
  ),
  file_infected: both(
    {
      title: 'El archivo está infectado',
      detail: 'No se guardó nada. No lo abras; avisa a quien te lo envió y pídele otro limpio.',
    },
    {
      title: 'The file is infected',
      detail: 'Nothing was stored. Do not open it; tell the sender and ask for a clean one.',
    },
  ),
  file_not_scannable: both(
    {
      title: 'El antivirus no admite un archivo tan grande',
      detail: 'Redúcelo o divídelo, o pide a tu administrador que suba el límite del antivirus.',
    },
    {
      title: 'The file is too large for the antivirus',
      detail: 'Make it smaller or split it, or ask your administrator to raise the limit of the antivirus.',
    },
  ),
  antivirus_unavailable: both(
    {
      title: 'El antivirus no responde',
      detail:
        'Sin él no se guarda ningún archivo. Espera un minuto y súbelo otra vez; si sigue, avisa a tu administrador.',
    },
    {
      title: 'The antivirus does not respond',
      detail:
        'No file is stored without it. Wait a minute and upload it again; if it persists, tell your administrator.',
    },
  ),
  files_do_not_match: both(
    {
      title: 'Los archivos no coinciden con las solicitudes',
      detail: 'Cada solicitud lleva exactamente un archivo. Revisa que ninguna se quede sin el suyo.',
    },
    {
      title: 'Files and requests do not match',
      detail: 'Each request carries exactly one file. Check that none is left without its own.',
    },
  ),
  pdf_not_a_pdf: both(
    {
      title: 'El archivo no es un PDF',
      detail: 'Su nombre dice PDF, pero su contenido es otro. Ábrelo en su programa y guárdalo como PDF.',
    },
    {
      title: 'The file is not a PDF',
      detail: 'Its name says PDF but its content is something else. Open it and save it as PDF.',
    },
  ),
  pdf_damaged: both(
    {
      title: 'El PDF está dañado',
      detail: 'No se puede leer completo. Pide otra copia o vuelve a guardarlo como PDF.',
    },
    { title: 'The PDF is damaged', detail: 'It cannot be fully read. Ask for another copy or save it as PDF again.' },
  ),
  pdf_signed_and_damaged: both(
    {
      title: 'El PDF está firmado y dañado',
      detail: 'Repararlo anularía las firmas que ya tiene. Pide el original a quien te lo envió.',
    },
    {
      title: 'The PDF is signed and damaged',
      detail: 'Repairing it would void its signatures. Ask the sender for the original.',
    },
  ),
  pdf_signed_and_encrypted: both(
    {
      title: 'El PDF está firmado y tiene contraseña',
      detail: 'Quitarle la contraseña anularía sus firmas. Pide una copia sin contraseña a quien te lo envió.',
    },
    {
      title: 'The PDF is signed and has a password',
      detail: 'Removing the password would void its signatures. Ask the sender for a copy without one.',
    },
  ),
  pdf_encrypted: both(
    {
      title: 'El PDF tiene contraseña',
      detail: 'Si te la pedimos, escríbela. Si no, ábrelo con ella, guarda una copia sin contraseña y usa esa copia.',
    },
    {
      title: 'The PDF has a password',
      detail:
        'Enter it where we ask for it. Otherwise open the file with it, save a copy without a password, and use that copy.',
    },
  ),
  pdf_xfa: both(
    {
      title: 'El PDF es un formulario XFA',
      detail: 'Ese formato dinámico no se puede mostrar ni firmar. Imprímelo a PDF y usa esa copia.',
    },
    {
      title: 'The PDF is an XFA form',
      detail: 'That dynamic format cannot be shown or signed. Print it to PDF and use that copy.',
    },
  ),
  page_not_found: both(
    { title: 'Esa página no existe', detail: 'El documento tiene menos páginas. Elige una que exista.' },
    { title: 'That page does not exist', detail: 'The document has fewer pages. Choose one that exists.' },
  ),
  image_unsupported: both(
    {
      title: 'La imagen no se puede usar',
      detail: 'Está dañada, o no es la imagen que dice ser. Usa una PNG o JPEG que se abra bien en tu equipo.',
    },
    {
      title: 'The image cannot be used',
      detail:
        'It is damaged, or not the image that it claims to be. Use a PNG or JPEG that opens well on your computer.',
    },
  ),
  document_not_pdf: both(
    {
      title: 'El documento no es un PDF',
      detail: 'Esto solo se puede hacer con un PDF. Guarda el documento como PDF y súbelo de nuevo.',
    },
    {
      title: 'The document is not a PDF',
      detail: 'This can only be done with a PDF. Save the document as PDF and upload it again.',
    },
  ),
}
