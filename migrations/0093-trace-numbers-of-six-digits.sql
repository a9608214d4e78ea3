-- Reversals whose trace number has more than the six digits of data element 11 could not be encoded. They get a shorter one.
update acquirer_requests set reversal_stan = (reversal_stan - 1) % 999999 + 1, reversal_at = now()
where state = 'REVERSING' and reversal_stan > 999999;
