import { both } from './problem-text.ts'

/** Texts of errors about templates and their values. */
export const templateProblemTexts = {
  template_archived: both(
    {
      title: 'La plantilla está archivada',
      detail: 'Se conserva porque hay documentos creados con ella. Recupérala para cambiarla o usarla de nuevo.',
    },
    {
      title: 'The template is archived',
      detail: 'It is kept because documents were created from it. Restore it to change or use it again.',
    },
  ),
  template_key_repeated: both(
    {
      title: 'Dos campos tienen el mismo identificador',
      detail: 'Cambia el identificador de uno de los campos señalados.',
    },
    { title: 'Two fields have the same identifier', detail: 'Change the identifier of one of the marked fields.' },
  ),
  template_field_wrong: both(
    { title: 'Un campo de la plantilla está mal definido', detail: 'Corrige los campos señalados y guarda de nuevo.' },
    { title: 'A field of the template is not well defined', detail: 'Correct the marked fields and save again.' },
  ),
  template_data_wrong: both(
    { title: 'Hay campos por corregir', detail: 'Revisa los campos señalados y vuelve a intentarlo.' },
    { title: 'Some fields need correcting', detail: 'Check the marked fields and try again.' },
  ),
  template_file_wrong: both(
    {
      title: 'El archivo no es una plantilla de Foja',
      detail: 'Elige el archivo que se guardó con «Exportar» en una plantilla; si se dañó, expórtala otra vez.',
    },
    {
      title: 'The file is not a Foja template',
      detail: 'Choose the file that “Export” of a template created; if it was damaged, export it again.',
    },
  ),
  pdf_cannot_be_filled: both(
    {
      title: 'En este PDF no se puede escribir',
      detail: 'Su estructura no lo permite. Ábrelo e imprímelo a un PDF nuevo, y usa ese como base de la plantilla.',
    },
    {
      title: 'This PDF cannot be written on',
      detail:
        'Its structure does not allow it. Open it, print it to a new PDF and use that as the base of the template.',
    },
  ),
}
