/** Posts the page's form by itself, after the seconds it asks for. */
const form = document.querySelector<HTMLFormElement>('form[data-auto-submit]')

if (form) setTimeout(() => form.submit(), Number(form.dataset.autoSubmit) * 1000)
