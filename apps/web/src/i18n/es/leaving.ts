export const leaving = {
  unsaved: 'Lo que escribiste no se ha guardado.',
  stay: 'Seguir escribiendo',
  leave: 'Cerrar sin guardar',
}
