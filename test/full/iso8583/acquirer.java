import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jpos.core.SimpleConfiguration;
import org.jpos.iso.BaseChannel;
import org.jpos.iso.ISOMsg;
import org.jpos.iso.ISOPackager;
import org.jpos.iso.ISOServer;
import org.jpos.iso.channel.ASCIIChannel;
import org.jpos.iso.channel.NACChannel;
import org.jpos.iso.packager.ISO87APackager;
import org.jpos.iso.packager.ISO87APackagerBBitmap;
import org.jpos.util.ThreadPool;

/** An acquirer on jPOS: a book by trace, answers by the last digits of the amount. Arguments: port, ascii or binary. */
class Acquirer {
    /** Approved requests by trace; the value says whether one was reversed. */
    private static final Map<String, Boolean> BOOK = new ConcurrentHashMap<>();

    public static void main(String[] arguments) throws Exception {
        ISOPackager packager = arguments[1].equals("ascii") ? new ISO87APackager() : new ISO87APackagerBBitmap();
        BaseChannel channel = arguments[1].equals("ascii") ? new ASCIIChannel(packager) : new NACChannel(packager, null);
        ISOServer server =
            new ISOServer(Integer.parseInt(arguments[0]), (org.jpos.iso.ServerChannel) channel, new ThreadPool(1, 20));
        SimpleConfiguration configuration = new SimpleConfiguration();
        configuration.put("bind-address", "127.0.0.1");
        server.setConfiguration(configuration);
        server.addISORequestListener((source, request) -> {
            try {
                String code = decide(request);
                if (code == null) return true;
                ISOMsg answer = (ISOMsg) request.clone();
                answer.setResponseMTI();
                answer.set(39, code);
                if (code.equals("00") && !request.getMTI().startsWith("08")) answer.set(38, "JPOS01");
                for (int number : new int[] {2, 14, 48, 60, 126}) answer.unset(number);
                source.send(answer);
            } catch (Exception error) {
                throw new IllegalStateException(error);
            }
            return true;
        });
        new Thread(server).start();
    }

    /** Data element 39; null for no answer. */
    private static String decide(ISOMsg request) throws Exception {
        if (request.getMTI().startsWith("08")) return "00";
        if (request.getMTI().startsWith("04")) {
            String original = request.getString(90);
            String key = original.substring(4, 10) + original.substring(10, 20);
            return BOOK.replace(key, true) == null ? "25" : "00";
        }
        String amount = request.getString(4);
        if (amount.endsWith("51")) return "51";
        BOOK.put(request.getString(11) + request.getString(7), false);
        return amount.endsWith("91") ? null : "00";
    }
}
