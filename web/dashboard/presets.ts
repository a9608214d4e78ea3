/** A preset ticks its boxes; a box that is changed by hand makes the choice one's own. */
export function startPresets(page: Document): void {
  const form = page.querySelector('[data-presets]')?.closest('form')
  form?.addEventListener('change', ({ target }) => {
    const { dataset, name } = target as HTMLInputElement
    if (dataset.ticks) for (const box of boxesIn(form)) box.checked = dataset.ticks.split(' ').includes(box.name)
    else if (name.startsWith('permissions.')) form.querySelector<HTMLInputElement>('[data-ticks=""]')?.click()
  })
}

const boxesIn = (form: Element) => form.querySelectorAll<HTMLInputElement>('[name^="permissions."]')
