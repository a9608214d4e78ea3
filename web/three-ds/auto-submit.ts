/** Posts the page's form automatically, after its delay in seconds. */
const form = document.querySelector<HTMLFormElement>('form[data-auto-submit]')

/** A provider may call one of its fields `submit`, which would hide the form's own. */
const submit = HTMLFormElement.prototype.submit

if (form) setTimeout(() => submit.call(form), Number(form.getAttribute('data-auto-submit')) * 1000)
