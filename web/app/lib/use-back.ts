import { useNavigate } from 'react-router';

/** Goes back a page, or to `otherwise` where the page was opened by its address, with nothing to go back to. */
export const useBack = (otherwise: string) => {
  const navigate = useNavigate();
  return (): void => {
    const isWithin = (window.history.state?.idx ?? 0) > 0;
    void (isWithin ? navigate(-1) : navigate(otherwise));
  };
};
